import type { Person } from '@sukoyaka/wire/people/account'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { japaneseLang } from '../../../../ui/text/text-lang.ts'
import { partsOf } from '../parts.ts'
import classes from './Words.module.css'

/** Message text with links (http and https only) and highlighted mentions. */
export function Words({ text, mentions, me_id }: { text: string; mentions: readonly Pick<Person, 'id' | 'last_name' | 'first_name'>[]; me_id: number }) {
  const parts = useMemo(() => partsOf(text, mentions), [text, mentions])
  return (
    <p className={classes.words} dir="auto" lang={japaneseLang(text)}>
      {parts.map((part, at) =>
        part.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: text segments have no id
          <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : part.person_id !== undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: text segments have no id
          <span key={at} className={clsx(classes.mention, part.person_id === me_id && classes.me)}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
