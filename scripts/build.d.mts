export function ensureBuilt(names?: ('web' | 'server')[]): void
export const nodeArgs: string[]
