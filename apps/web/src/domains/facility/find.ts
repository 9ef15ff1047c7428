import { fold, foldRomaji } from '@sukoyaka/rules/fold'
import { formatAddress } from '@sukoyaka/rules/person'
import type { Facility } from '@sukoyaka/wire/people/facility'

/** Search by name, reading, romaji, address and access text; every word must match. */
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
