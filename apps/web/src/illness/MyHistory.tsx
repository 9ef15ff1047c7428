import { byPartialDay, formatPartialDay, formatPeriod } from '@sukoyaka/rules/partial-day'
import { useTranslation } from 'react-i18next'
import { together } from '../kit/together.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../ui/Skeleton.tsx'
import { useLanguage } from '../ui/tokyo.ts'
import { kindsInOrder } from './allergies.ts'
import { useListAllergyReactionsQuery, useListPastIllnessesQuery, useListPerformedOperationsQuery } from './api.ts'
import classes from './MyHistory.module.css'
import { nameOf, recordLang } from './words.ts'

type Line = { key: string; name: string; about: string }

/** A patient’s own allergies, illnesses and operations, as a part of a card that the page composes. */
export function MyHistory({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const allergies = useListAllergyReactionsQuery({ user_id })
  const past = useListPastIllnessesQuery({ user_id, include: ['disease'] })
  const operations = useListPerformedOperationsQuery({ user_id })
  const { failed, retry } = together(allergies, past, operations)
  const isThere = allergies.currentData && past.currentData && operations.currentData
  const skeleton = useSkeleton(!isThere && !failed)
  if (failed && !skeleton) return <ErrorState title={t('mine.error')} onRetry={retry} />
  if (!allergies.currentData || !past.currentData || !operations.currentData || skeleton)
    return <div style={{ minHeight: 120 }}>{skeleton ? <SkeletonLines count={4} /> : null}</div>

  const reactions = allergies.currentData.items.toSorted((a, b) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind))
  const never = reactions.filter(({ is_occured }) => !is_occured).map(({ kind }) => t(`allergy.${kind}`))
  const had: Line[] = reactions
    .filter(({ is_occured }) => is_occured)
    .map(({ id, kind, description }) => ({ key: String(id), name: t(`allergy.${kind}`), about: description || t('allergy.occurred') }))
  const noted = never.length ? [{ key: 'never', name: '', about: t('mine.never', { kinds: never.join(language === 'ja' ? '、' : ', ') }) }] : []
  const illnesses = past.currentData.items
    .toSorted((a, b) => byPartialDay(a.diagnosed_on, b.diagnosed_on))
    .map(({ id, disease, diagnosed_on, recovered_on }) => ({
      key: String(id),
      name: nameOf(disease),
      about: formatPeriod(diagnosed_on, recovered_on, language),
    }))
  const operated = operations.currentData.items
    .toSorted((a, b) => byPartialDay(a.operated_on, b.operated_on))
    .map(({ id, name, operated_on }) => ({ key: String(id), name, about: operated_on ? formatPartialDay(operated_on, language) : '' }))
  return (
    <div className={classes.body}>
      <Lines title={t('mine.allergy')} lines={[...had, ...noted]} />
      <Lines title={t('mine.past')} lines={illnesses} />
      <Lines title={t('mine.operation')} lines={operated} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {lines.length === 0 ? <p className={classes.about}>{t('mine.none')}</p> : null}
      <ul>
        {lines.map(({ key, name, about }) => (
          <li key={key} className={classes.row}>
            {name ? (
              <p className={classes.name} lang={recordLang(name, language)}>
                {name}
              </p>
            ) : null}
            {about ? (
              <p className={classes.about} lang={recordLang(about, language)}>
                {about}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
