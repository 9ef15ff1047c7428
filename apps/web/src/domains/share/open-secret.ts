import type { ShareWithSecret } from '@sukoyaka/wire/boards/share'

export type OpenSecret = ShareWithSecret & { url: string; passcode: string }

/** Two groups of three digits, which are easier to read out. */
export const spacedCode = (passcode: string) => `${passcode.slice(0, 3)} ${passcode.slice(3)}`
