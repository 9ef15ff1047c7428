export function ensureBuilt(names?: ('web' | 'server')[]): void
export const nodeArgs: string[]
export const nodeEnv: Record<string, string>
