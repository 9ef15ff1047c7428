export function checkCode(root: string): string[]
