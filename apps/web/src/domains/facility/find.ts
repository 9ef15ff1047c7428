import { formatAddress } from '@sukoyaka/rules/person'
import { fold, foldRomaji } from '@sukoyaka/rules/search'
import type { Facility } from '@sukoyaka/wire/people/facility'

/** By name as it is written or read, in romaji too, by address and by how one gets there; each word must be found. */
export const matchesFacility = (facility: Facility, sought: string): boolean => {
  const text = fold(
    [facility.display_name, facility.name_ja, facility.name_kana, facility.name, formatAddress(facility.address, 'ja'), facility.access_text].join(' '),
  )
  const romaji = foldRomaji(facility.name_kana)
  return sought
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(fold(word)) || (/^[a-z]+$/i.test(word) && (romaji.includes(foldRomaji(word)) || text.includes(word.toLowerCase()))))
}
