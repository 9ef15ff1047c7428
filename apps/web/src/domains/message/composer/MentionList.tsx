import { fullName } from '@sukoyaka/rules/person'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Avatar } from '../../../ui/status/Avatar.tsx'
import classes from './MentionList.module.css'
import type { Target } from './mention.ts'

type Props = { id: string; people: readonly Target[]; at: number; onPick: (person: Target) => void }

/** Mention suggestions above the text field; focus stays in the field. */
export function MentionList({ id, people, at, onPick }: Props) {
  const { t } = useTranslation(['conversation', 'shell'])
  const language = useLanguage()
  return (
    <div id={id} role="listbox" aria-label={t('write.mentions')} className={classes.list}>
      {people.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.person}
          // pointerdown, because a click would blur the field first
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(person)
          }}
        >
          <Avatar person={person} size={28} />
          <span className={classes.name}>{fullName(person, language)}</span>
          <span className={classes.role}>{t(`shell:role.${person.role}`)}</span>
        </div>
      ))}
    </div>
  )
}
