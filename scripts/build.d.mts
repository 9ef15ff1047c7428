export function ensureBuilt(names?: ('web' | 'server')[]): void
