import { fullName } from '@sukoyaka/rules/person'
import type { CarePerson } from '@sukoyaka/wire/people/patient'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Floating } from '../../ui/overlay/Floating.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { separatorOf } from '../../ui/text/text-lang.ts'
import classes from './CareTeam.module.css'
import { leadOf, useTeamRole } from './words.ts'

export function CareTeam({ team }: { team: readonly CarePerson[] }) {
  const { t } = useTranslation('patient')
  const language = useLanguage()
  const roleOf = useTeamRole()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const lead = leadOf(team)
  if (!lead) return <p className={classes.none}>{t('team.none')}</p>
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <>
      <button ref={anchor} type="button" className={classes.lead} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        <span className="visually-hidden">{t('team.open', { count: team.length })}</span>
        <Avatar person={lead.user} size={32} />
        <span className={classes.words}>
          <span className={classes.role}>{roleOf(lead)}</span>
          <span className={classes.name} lang="ja">
            {fullName(lead.user, language)}
          </span>
        </span>
        {team.length > 1 ? (
          <span className={classes.more} aria-hidden="true">
            {t('team.more', { count: team.length - 1 })}
          </span>
        ) : null}
      </button>
      {open ? (
        <Floating anchor={anchor} label={t('team.label')} onClose={close}>
          <ul id={id} className={classes.list}>
            {team.map((person) => (
              <li key={person.id} className={classes.person}>
                <Avatar person={person.user} size={32} />
                <span className={classes.words}>
                  <span className={classes.name} lang="ja">
                    {fullName(person.user, language)}
                  </span>
                  <span className={classes.role}>
                    {roleOf(person)}
                    {person.main && person.role !== 'doctor' ? `${separatorOf(language)}${t('team.main')}` : ''}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Floating>
      ) : null}
    </>
  )
}
