import { formatMonths, formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fatherSide, motherSide } from '../../domains/illness/family.ts'
import { useDoseWords } from '../../domains/medication/words.ts'
import { formatDate, type Language, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Visit.module.css'

/** A line with a name and its details. */
function Line({ name, children }: { name: string; children?: ReactNode }) {
  const language = useLanguage()
  return (
    <li>
      <b lang={recordLang(name, language)}>{name}</b>
      {children ? <span className={classes.quiet}>{children}</span> : null}
    </li>
  )
}

const bracketed = (name: string, about: string, language: Language) => (about ? (language === 'ja' ? `${name}（${about}）` : `${name} (${about})`) : name)

export function MedicineCard({ medication: { medicines, supplements } }: { medication: NonNullable<SharedRecord['medication']> }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const doseOf = useDoseWords()
  const since = (started_on: string | null) => (started_on ? formatMonths(started_on, null) : '')
  return (
    <Card title={t('medicines.title')} count={medicines.length}>
      {medicines.length ? null : <p className={classes.quiet}>{t('medicines.none')}</p>}
      <ul className={classes.lines}>
        {medicines.map((medicine) => (
          <Line key={`${medicine.name} ${medicine.strength} ${medicine.started_on}`} name={[medicine.name, medicine.strength].filter(Boolean).join(' ')}>
            {[doseOf(medicine), since(medicine.started_on), medicine.memo].filter(Boolean).join('\u2003')}
          </Line>
        ))}
        {supplements.length ? (
          <Line name={t('medicines.supplements')}>
            {supplements.map(({ name, started_on }) => bracketed(name, since(started_on), language)).join(t('comma'))}
          </Line>
        ) : null}
      </ul>
    </Card>
  )
}

export function IllnessCard({ illnesses: { assessments, past, family } }: { illnesses: NonNullable<SharedRecord['illnesses']> }) {
  const { t } = useTranslation(['share', 'illness'])
  const language = useLanguage()
  const withNote = (name: string, about: string) => bracketed(name, about, language)
  const list = (words: readonly string[]) => words.join(t('share:comma'))
  const found = (isProblem: boolean) =>
    list(
      assessments
        .filter(({ kind }) => (kind === 'problem') === isProblem)
        .map(({ disease, conducted_on, memo }) =>
          withNote(disease, list([`${formatDate(conducted_on, language, { yearMonth: true })}–`, memo].filter(Boolean))),
        ),
    )
  const relativeWord = (relative: (typeof family)[number]['relative']) => {
    const word = t(`illness:relative.${relative}`)
    if (relative === 'father' || relative === 'mother') return word
    if (fatherSide.includes(relative)) return t('share:side.father', { relative: word })
    return motherSide.includes(relative) ? t('share:side.mother', { relative: word }) : word
  }
  const groups = [
    [t('share:illness.problems'), found(true)],
    [t('share:illness.risks'), found(false)],
    [
      t('share:illness.past'),
      list(
        past.map(({ disease, diagnosed_on, recovered_on, detail }) =>
          withNote(disease, list([formatMonths(diagnosed_on, recovered_on), detail].filter(Boolean))),
        ),
      ),
    ],
    [
      t('share:illness.family'),
      list(
        family.map(({ relative, disease, diagnosed_age, diagnosed_on }) =>
          withNote(
            `${relativeWord(relative)} ${disease}`,
            diagnosed_age === null ? (diagnosed_on ? formatPartialDay(diagnosed_on, language) : '') : t('share:illness.age', { age: diagnosed_age }),
          ),
        ),
      ),
    ],
  ] as const
  const known = groups.filter(([, text]) => text)
  return (
    <Card title={t('share:illness.title')}>
      {known.length ? (
        <ul className={classes.lines}>
          {known.map(([name, text]) => (
            <Line key={name} name={name}>
              <span lang={recordLang(text, language)}>{text}</span>
            </Line>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{t('share:illness.none')}</p>
      )}
    </Card>
  )
}

export function ActivityCard({ activity: { weeks } }: { activity: NonNullable<SharedRecord['activity']> }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const hours = (minutes: number) => t('activity.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  const cell = (text: string | null, count: number) => (text === null ? '·' : `${text}${count < 7 ? t('activity.days', { count }) : ''}`)
  return (
    <Card title={t('part.activity')}>
      {weeks.length ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('activity.week')}</th>
              <th scope="col">{t('activity.steps')}</th>
              <th scope="col">{t('activity.sleep')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, steps, step_days, sleep_minutes, sleep_days }) => (
              <tr key={week}>
                <th scope="row">{formatDate(week, language, { year: false })}–</th>
                <td>{cell(steps === null ? null : steps.toLocaleString('en'), step_days)}</td>
                <td>{cell(sleep_minutes === null ? null : hours(sleep_minutes), sleep_days)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.quiet}>{t('activity.none')}</p>
      )}
    </Card>
  )
}
