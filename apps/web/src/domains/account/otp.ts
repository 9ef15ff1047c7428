/** Full-width digits are narrowed; spaces, hyphens and whatever surrounds a pasted code fall away. */
export const narrowCode = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, 6)

/** `k•••••@example.jp`: enough to know one's own address, too little to tell it to a bystander. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••••')

export const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
