import type { ReactNode } from 'react'
import { useLanguage } from '../date/tokyo.ts'
import { MixedText } from './MixedText.tsx'
import classes from './OwnLines.module.css'
import { recordLang } from './record-lang.ts'

export type OwnLine = { key: string | number; name: string; about: ReactNode }

/** Section of a card with the patient's own records; `none` is shown if there are none. */
export function OwnLines({ title, lines, none }: { title: string; lines: readonly OwnLine[]; none: string }) {
  const language = useLanguage()
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {lines.length === 0 ? <p className={classes.about}>{none}</p> : null}
      <ul>
        {lines.map(({ key, name, about }) => (
          <li key={key} className={classes.row}>
            {name ? (
              <p className={classes.name} lang={recordLang(name, language)}>
                {name}
              </p>
            ) : null}
            {about ? <p className={classes.about}>{typeof about === 'string' ? <MixedText text={about} /> : about}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
