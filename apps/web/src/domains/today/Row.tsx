import { fullName, readingOf } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { IconArrowBackUp, IconChecklist, IconCircleCheck, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { formatDate, formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { usePersonWords } from '../../ui/text/use-person-words.ts'
import { Contacts } from './Contacts.tsx'
import { ReasonText } from './ReasonText.tsx'
import classes from './Row.module.css'
import { useReview } from './use-review.ts'

/** Actions the viewer may take; the page opens the task dialog, which is in another domain. */
export type ViewerActions = {
  mayReview: boolean
  onTask?: ((patient: TodayItem['patient']) => void) | undefined
  /** Opens the contact dialog, for a row with critical values that the patient was not told yet. */
  onContact?: ((item: TodayItem) => void) | undefined
  /** Tasks for this patient that the viewer assigned to others. */
  givenTo?: ((user_id: number) => ReactNode) | undefined
}

/** Sections whose rows already show their time in the reason or beside the name. */
const sectionsWithTime = ['needs_reply', 'interviews_today', 'checkup_overdue', 'no_data', 'waiting_release', 'image_follow_up']

/** Start and end of an interview. */
function InterviewTime({ item: { at, ends_at } }: { item: TodayItem }) {
  return (
    <p className={classes.time}>
      {formatTime(at)}
      {ends_at ? `–${formatTime(ends_at)}` : ''}
    </p>
  )
}

/** Board row: patient, reason, time and actions. */
export function Row({ item, mayReview, onTask, onContact, givenTo }: { item: TodayItem } & ViewerActions) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { review, undo } = useReview()
  const { patient } = item
  const name = fullName(patient, language)
  const kana = readingOf(patient)
  const { age, sex } = usePersonWords()(patient)
  const facts = [age, sex].filter(Boolean)
  return (
    <li className={classes.row} data-today-row={item.review ? undefined : ''}>
      <Avatar person={{ ...patient, role: 'patient' }} />
      <div className={classes.person}>
        {item.section === 'interviews_today' ? <InterviewTime item={item} /> : null}
        <Link className={classes.name} to={item.section === 'needs_reply' ? `/messages/${patient.id}` : `/${patient.id}/summary`} lang="ja">
          {name}
        </Link>
        <p className={classes.facts}>
          {kana ? <span lang="ja">{kana}</span> : null}
          {facts.length ? <span>{facts.join(language === 'en' ? ', ' : ' ')}</span> : null}
        </p>
      </div>
      <div className={classes.why}>
        <ReasonText item={item} />
        <Contacts contacts={item.contacts} />
        {givenTo?.(patient.id)}
        {item.review ? (
          <p className={classes.by}>
            {t('review.by', {
              name: fullName(item.review.reviewed_by, language),
              at: formatDate(item.review.reviewed_at, language, { time: true, year: false }),
            })}
            {mayReview ? (
              <Button
                kind="ghost"
                size="small"
                icon={<IconArrowBackUp aria-hidden />}
                aria-label={t('review.undoNamed', { name })}
                onClick={() => undo(item.review!.id, name)}
              >
                {t('review.undo')}
              </Button>
            ) : null}
          </p>
        ) : null}
      </div>
      <p className={classes.day}>
        {sectionsWithTime.includes(item.section) ? null : (
          <DateText value={item.at} year={tokyoDay(item.at).slice(0, 4) !== tokyoDay(new Date()).slice(0, 4)} />
        )}
      </p>
      <div className={classes.act}>
        {mayReview && !item.review ? (
          <>
            {onTask ? <IconButton data-task label={t('task.add', { name })} icon={<IconChecklist aria-hidden />} onClick={() => onTask(patient)} /> : null}
            {item.untold_count ? (
              <IconButton data-contact label={t('contact.do', { name })} icon={<IconPhone aria-hidden />} color="danger" onClick={() => onContact?.(item)} />
            ) : (
              <IconButton data-review label={t('review.do', { name })} icon={<IconCircleCheck aria-hidden />} color="accent" onClick={() => review(item)} />
            )}
          </>
        ) : null}
      </div>
    </li>
  )
}
