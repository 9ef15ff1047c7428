import { byPartialDay, formatPartialDay, formatPeriod } from '@sukoyaka/rules/partial-day'
import type { AllergyReaction, PastIllness, PerformedOperation } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { combineQueries } from '../../api/combine-queries.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { type OwnLine, OwnLines } from '../../ui/text/OwnLines.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { kindsInOrder } from './allergies.ts'
import { useListAllergyReactionsQuery, useListPastIllnessesQuery, useListPerformedOperationsQuery } from './api.ts'
import classes from './MyHistory.module.css'
import { nameOf } from './words.ts'

/** A patient’s own allergies, illnesses and operations, shown within another card. */
export function MyHistory({ user_id }: { user_id: number }) {
  const { t } = useTranslation('illness')
  const allergies = useListAllergyReactionsQuery({ user_id })
  const past = useListPastIllnessesQuery({ user_id, include: ['disease'] })
  const operations = useListPerformedOperationsQuery({ user_id })
  const currentData =
    allergies.currentData && past.currentData && operations.currentData
      ? { allergies: allergies.currentData.items, past: past.currentData.items, operations: operations.currentData.items }
      : undefined
  return (
    <QueryView
      query={{ currentData, ...combineQueries(allergies, past, operations) }}
      error={t('mine.error')}
      skeleton={
        <div style={{ minHeight: 120 }}>
          <SkeletonLines count={4} />
        </div>
      }
    >
      {(history) => <HistoryLines {...history} />}
    </QueryView>
  )
}

type HistoryLinesProps = { allergies: AllergyReaction[]; past: PastIllness[]; operations: PerformedOperation[] }

function HistoryLines({ allergies, past, operations }: HistoryLinesProps) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  const reactions = allergies.toSorted((a, b) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind))
  const deniedKinds = reactions.filter(({ is_occured }) => !is_occured).map(({ kind }) => t(`allergy.${kind}`))
  const occurredLines: OwnLine[] = reactions
    .filter(({ is_occured }) => is_occured)
    .map(({ id, kind, description }) => ({
      key: id,
      name: t(`allergy.${kind}`),
      about: description ? <span lang={recordLang(description, language)}>{description}</span> : t('allergy.occurred'),
    }))
  const deniedLines = deniedKinds.length ? [{ key: 'never', name: '', about: t('mine.never', { kinds: deniedKinds.join(listSeparator(language)) }) }] : []
  const illnessLines = past
    .toSorted((a, b) => byPartialDay(a.diagnosed_on, b.diagnosed_on))
    .map(({ id, disease, diagnosed_on, recovered_on }) => ({
      key: id,
      name: nameOf(disease),
      about: formatPeriod(diagnosed_on, recovered_on, language),
    }))
  const operationLines = operations
    .toSorted((a, b) => byPartialDay(a.operated_on, b.operated_on))
    .map(({ id, name, operated_on }) => ({ key: id, name, about: operated_on ? formatPartialDay(operated_on, language) : '' }))
  return (
    <div className={classes.body}>
      <OwnLines title={t('mine.allergy')} lines={[...occurredLines, ...deniedLines]} none={t('mine.none')} />
      <OwnLines title={t('mine.past')} lines={illnessLines} none={t('mine.none')} />
      <OwnLines title={t('mine.operation')} lines={operationLines} none={t('mine.none')} />
    </div>
  )
}
