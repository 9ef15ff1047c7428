import { fullName } from '@sukoyaka/rules/person'
import type { ReactNode } from 'react'
import { useLanguage } from '../date/tokyo.ts'
import { Avatar, type AvatarPerson } from '../status/Avatar.tsx'
import classes from './PersonOption.module.css'

/** A person among the options, or the chosen person. `children`: shown after the name, such as the role. */
export function PersonOption({ person, children }: { person: AvatarPerson & { first_name: string }; children?: ReactNode }) {
  const language = useLanguage()
  return (
    <span className={classes.person}>
      <Avatar person={person} size={24} />
      <span lang="ja">{fullName(person, language)}</span>
      {children ? <span className={classes.about}>{children}</span> : null}
    </span>
  )
}
