/** Normalises full-width digits and drops every non-digit, so pasted text around the code is ignored; keeps six digits. */
export const narrowCode = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, 6)

/** `k•••••@example.jp`: recognisable to the owner, useless to a bystander. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••••')

export const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
