import { formatUnit } from '@sukoyaka/rules/record/answer'
import { explanationOf } from '@sukoyaka/rules/record/explanation/explanation'
import { formatValue } from '@sukoyaka/rules/value'
import type { NumericTestResultCategory, ReferenceRange, ResultStatus, TestResult } from '@sukoyaka/wire/record/checkup'
import { selfMeasured } from '@sukoyaka/wire/record/health-record'
import { IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { beginDraft } from '../../message/composer/begin-draft.ts'
import { useHasChat } from '../../message/use-has-chat.ts'
import classes from './Explanation.module.css'
import { useSide } from './use-side.ts'

type Props = { category: NumericTestResultCategory; newest: TestResult; previous: TestResult | undefined; range: ReferenceRange | undefined }

/** A result in plain words for the patient: what it is, what it means, what to do and whom to ask. For a critical value, what to do and whom to ask come first. */
export function Explanation({ category, newest, previous, range }: Props) {
  const { t } = useTranslation('explanation')
  const language = useLanguage()
  const side = useSide({ category, newest, range })
  const { about, meaning, advice, source, next } = explanationOf({
    name: category.name,
    status: newest.status as ResultStatus | null,
    side,
    is_serious: newest.is_serious,
    isHomeValue: newest.origin === selfMeasured || category.name.startsWith('home_'),
  })
  const hasChat = useHasChat()
  const isHealthy = newest.status === 0 && !newest.is_serious
  const withoutMeaning = isHealthy ? (side ? 'withinOverall' : 'within') : hasChat ? 'team' : 'teamCall'
  const isUrgent = next === 'contact'
  const whatToDo = (
    <>
      {advice ? (
        <section>
          <h3>{t('do.title')}</h3>
          <p>{t(`do.${advice}`)}</p>
        </section>
      ) : null}
      <NextStep category={category} newest={newest} next={next} hasChat={hasChat} />
    </>
  )
  return (
    <div className={classes.explanation}>
      {isUrgent ? whatToDo : null}
      {about ? (
        <section>
          <h3>{t('about.title')}</h3>
          <p>{t(`about.${about}`)}</p>
        </section>
      ) : null}
      <section>
        <h3>{t('means.title')}</h3>
        <p>{meaning ? t(`means.${meaning}`) : t(withoutMeaning)}</p>
        {previous ? (
          <p>
            {t('mine.previous', {
              day: formatDate(previous.recorded_at, language),
              value: `${formatValue(previous, category)} ${formatUnit(category.unit_display, language)}`.trim(),
            })}
          </p>
        ) : null}
      </section>
      {isUrgent ? null : whatToDo}
      <p className={classes.small}>{t('note')}</p>
      {source ? (
        <p className={classes.small}>
          {t('source')}
          <span lang="ja">{source}</span>
        </p>
      ) : null}
    </div>
  )
}

type NextStepProps = Pick<Props, 'category' | 'newest'> & { next: ReturnType<typeof explanationOf>['next']; hasChat: boolean }

/** What to do next, and a link that starts a question in the conversation with the care team; without chat, a link to the phone numbers. */
function NextStep({ category, newest, next, hasChat }: NextStepProps) {
  const { t } = useTranslation('explanation')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const isUrgent = next === 'contact'
  const kind = isUrgent ? 'primary' : 'soft'
  const begin = () => {
    if (me) beginDraft(me.id, newest.user_id, `${t('ask.draft', { name: category.display_name, day: formatDate(newest.recorded_at, language) })}\n`)
  }
  return (
    <section className={clsx(classes.next, isUrgent && classes.urgent)}>
      {next ? (
        <>
          <h3>{t('next.title')}</h3>
          <p>{t(isUrgent && !hasChat ? 'next.contactCall' : `next.${next}`)}</p>
        </>
      ) : null}
      {hasChat ? (
        <ButtonLink kind={kind} icon={<IconMessageCircle aria-hidden />} to={`/messages/${newest.user_id}`} onClick={begin}>
          {t(isUrgent ? 'ask.contact' : 'ask')}
        </ButtonLink>
      ) : (
        <ButtonLink kind={kind} icon={<IconPhone aria-hidden />} to="/facilities">
          {t('ask.call')}
        </ButtonLink>
      )}
    </section>
  )
}
