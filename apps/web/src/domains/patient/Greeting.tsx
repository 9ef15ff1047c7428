import { fullName } from '@sukoyaka/rules/person'
import { formatDay, formatTime, tokyoDay } from '@sukoyaka/rules/time'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { MixedText } from '../../ui/text/MixedText.tsx'
import classes from './Greeting.module.css'
import { leadOf } from './words.ts'

/** Time of day in Tokyo: morning from 5, day from 11, evening from 18. */
export const timeOfDay = (now: Date) => {
  const hour = Number(formatTime(now).slice(0, 2))
  return hour >= 5 && hour < 11 ? 'morning' : hour >= 11 && hour < 18 ? 'day' : 'evening'
}

export function Greeting({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patient', 'shell'])
  const language = useLanguage()
  const now = new Date()
  const team = patient.care_people ?? []
  const lead = leadOf(team)
  const name = language === 'ja' ? patient.last_name : fullName(patient, language)
  const [before, after] = t(`patient:greeting.${timeOfDay(now)}`, { name: '\u0000' }).split('\u0000')
  return (
    <header className={classes.greeting}>
      <div className={classes.words}>
        <p className={classes.day}>{formatDay(tokyoDay(now), language, 'weekday')}</p>
        <h1 className={classes.hello}>
          {before}
          <span lang="ja">{name}</span>
          {after}
        </h1>
      </div>
      {lead ? (
        <p className={classes.team}>
          <span className={classes.label}>{t('patient:team.yours')}</span>
          <span>
            <MixedText text={t('patient:team.lead', { name: fullName(lead.user, language), role: t(`shell:role.${lead.role}`) })} />
            {team.length > 1 ? ` ${t('patient:team.others', { count: team.length - 1 })}` : ''}
          </span>
        </p>
      ) : null}
    </header>
  )
}
