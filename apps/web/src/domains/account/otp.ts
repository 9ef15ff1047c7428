/** The first six digits of a text, full-width ones included, so that words pasted around the code are ignored. */
export const codeDigits = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, 6)

/** `k•••••@example.jp`: recognisable to the owner, useless to a bystander. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••••')

export const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
