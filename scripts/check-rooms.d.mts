export function checkRooms(root: string): string[]
