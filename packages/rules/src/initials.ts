import { toRomaji } from 'wanakana'

/** Two letters by which whoever knows a person knows who is meant, and nobody else: S.K., surname first. */
export const initialsOf = ({ last_name_kana, first_name_kana }: { last_name_kana: string; first_name_kana: string }): string =>
  [last_name_kana, first_name_kana]
    .map((kana) => /[a-z]/i.exec(toRomaji(kana))?.[0]?.toUpperCase())
    .filter(Boolean)
    .map((letter) => `${letter}.`)
    .join('')
