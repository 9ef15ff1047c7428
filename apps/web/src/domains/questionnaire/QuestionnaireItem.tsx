import type { Questionnaire } from '@sukoyaka/wire/record/questionnaire'
import { IconTriangleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { EventCard } from '../../ui/layout/EventCard.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { useListAskedSymptomsQuery } from './api.ts'
import classes from './QuestionnaireItem.module.css'

/** Summary of a questionnaire: number of answers, number of symptoms, and changes since the previous one. */
export function QuestionnaireItem({ questionnaire }: { questionnaire: Questionnaire }) {
  const { t } = useTranslation('questionnaire')
  const language = useLanguage()
  const { id, user_id, answered_at, symptom_count, lifestyle_count, yes_count, new_symptoms, gone_symptoms } = questionnaire
  const { data } = useListAskedSymptomsQuery({}, { skip: !new_symptoms.length && !gone_symptoms.length })
  const names = (codes: readonly string[]) =>
    new Intl.ListFormat('ja', { type: 'unit', style: 'short' })
      .formatToParts(codes.map((code) => data?.items.find(({ name }) => name === code)?.display_name ?? code))
      .map(({ type, value }) => (type === 'literal' ? listSeparator(language) : value))
      .join('')
  return (
    <div className={classes.item}>
      <p className={classes.line}>
        {answered_at ? null : <span>{t('item.open')}</span>}
        <span>{t('item.counts', { symptoms: symptom_count, lifestyles: lifestyle_count })}</span>
        {yes_count ? (
          <span className={classes.yes}>
            <IconTriangleFilled aria-hidden />
            {t('item.yes', { count: yes_count })}
          </span>
        ) : null}
      </p>
      {data && new_symptoms.length ? <p className={classes.change}>{t('item.new', { names: names(new_symptoms) })}</p> : null}
      {data && gone_symptoms.length ? <p className={classes.change}>{t('item.gone', { names: names(gone_symptoms) })}</p> : null}
      <Link className={classes.link} to={`/${user_id}/questionnaires/${id}`}>
        {t('item.read')}
      </Link>
    </div>
  )
}

/** Answered questionnaire in the timeline. */
export function QuestionnaireEvent({ questionnaire, details }: { questionnaire: Questionnaire; details?: ReactNode }) {
  const { t } = useTranslation('questionnaire')
  const { answered_at } = questionnaire
  return (
    <EventCard details={details} label={t('item.label')} title={t('item.answered')} time={answered_at ? formatTime(answered_at) : undefined}>
      <QuestionnaireItem questionnaire={questionnaire} />
    </EventCard>
  )
}
