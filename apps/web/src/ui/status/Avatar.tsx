import { clsx } from 'clsx'
import { useState } from 'react'
import classes from './Avatar.module.css'

export type AvatarPerson = { id: number | string; role?: string | null; last_name: string; icon?: string | null }

const tintCount = 5
const tintOf = (id: number | string) => {
  let sum = 0
  for (const character of String(id)) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
  return (sum % tintCount) + 1
}

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** By grapheme: 𠮷 is two code units, and a variation selector belongs to its kanji. */
export const firstCharacter = (text: string) => [...graphemes.segment(text.trim())][0]?.segment ?? ''

/** Hidden from screen readers, which read the name or the label beside it. */
export function Avatar({ person, size = 36 }: { person: AvatarPerson; size?: number }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const shape = person.role && person.role !== 'patient' ? classes.staff : ''
  const photo = person.icon && person.icon !== brokenUrl ? person.icon : null
  return (
    <span
      className={clsx(classes.avatar, classes[`tint${tintOf(person.id)}`], shape)}
      style={{ width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.41)) }}
      aria-hidden="true"
    >
      {photo ? <img src={photo} alt="" width={size} height={size} onError={() => setBrokenUrl(photo)} /> : firstCharacter(person.last_name)}
    </span>
  )
}
