import { toRomaji } from 'wanakana'

/** Initials, surname first: `S.K.`. */
export const initialsOf = ({ last_name_kana, first_name_kana }: { last_name_kana: string; first_name_kana: string }): string =>
  [last_name_kana, first_name_kana]
    .map((kana) => /[a-z]/i.exec(toRomaji(kana))?.[0]?.toUpperCase())
    .filter(Boolean)
    .map((letter) => `${letter}.`)
    .join('')
