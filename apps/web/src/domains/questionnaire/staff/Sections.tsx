import { allergyKinds } from '@sukoyaka/wire/record/illness'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import { bodyAreas, type SymptomCategory } from '@sukoyaka/wire/record/symptom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { answersIn } from '../answers.ts'
import { AreaTable } from './AreaTable.tsx'
import { ChangesTable, type Group, type Moment } from './ChangesTable.tsx'
import { Overview, type OverviewCount } from './Overview.tsx'
import { type AnswerRow, type AnyChange, allergyRows, lifestyleRows, symptomRows } from './rows.ts'
import classes from './StaffAnswers.module.css'
import { UrgentCard } from './UrgentCard.tsx'

/** With more unanswered questions than this, their group starts collapsed. */
const maxExpanded = 10
const collapsedChanges: readonly AnyChange[] = ['no', 'same', 'other']
const signs: Partial<Record<AnyChange, string>> = { new: '＋', still: '＝', gone: '−' }

type Props = {
  questionnaire: QuestionnaireDetail
  /** Up to two older questionnaires, newest first. */
  older: readonly QuestionnaireDetail[]
  symptoms: readonly SymptomCategory[]
  lifestyles: readonly LifestyleCategory[]
  actions: ReactNode
  /** Renders the records related to the symptoms with these names, beside the answers. */
  related?: ((symptoms: readonly string[]) => ReactNode) | undefined
}

/** The group of the answers with this change; undefined if no answer has it. */
const groupOf = (kind: string, rows: readonly AnswerRow[], change: AnyChange, label: string): Group | undefined => {
  const found = rows.filter((row) => row.change === change)
  const isCollapsed = collapsedChanges.includes(change) || (change === 'open' && found.length > maxExpanded)
  return found.length ? { id: `${kind}-${change}`, label, sign: signs[change], rows: found, isCollapsed, isNew: change === 'new' } : undefined
}

/** The answers by part; omits parts that were not asked. */
export function Sections({ questionnaire, older, symptoms, lifestyles, actions, related }: Props) {
  const { t } = useTranslation(['questionnaire', 'symptom', 'illness'])
  const language = useLanguage()
  const columns = [answersIn(questionnaire), ...older.map(answersIn)] as const
  const moments: Moment[] = [
    { answered_at: questionnaire.answered_at },
    ...older.map(({ id, user_id, answered_at }) => ({ answered_at, to: `/${user_id}/questionnaires/${id}` })),
  ]
  const symptomAnswers = symptomRows(symptoms, columns, language, (area) => t(`symptom:area.${area}`))
  const lifestyleAnswers = lifestyleRows(lifestyles, columns, language)
  const hasAllergies = questionnaire.parts.includes('allergy_reactions')
  const allergies = hasAllergies ? allergyRows(allergyKinds, columns, (kind) => t(`illness:allergy.${kind}`)) : []
  const label = (change: AnyChange) => t(`questionnaire:staff.change.${change}`)
  const groupsOf = (kind: string, rows: readonly AnswerRow[], shown: readonly AnyChange[]): Group[] =>
    shown.flatMap((change) => groupOf(kind, rows, change, label(change)) ?? [])
  const urgent = symptomAnswers.filter((row) => row.isUrgent)
  const countOf = (change: AnyChange, tone?: OverviewCount['tone']): OverviewCount => ({
    id: `symptoms-${change}`,
    label: label(change),
    sign: signs[change],
    tone,
    rows: symptomAnswers.filter((row) => row.change === change),
  })
  const isFirst = older.length === 0
  const counts: OverviewCount[] = [
    { id: 'symptoms-urgent', label: t('questionnaire:staff.urgent'), tone: 'danger', rows: urgent },
    ...(isFirst ? [countOf('yes')] : [countOf('new'), countOf('still'), countOf('gone')]),
    countOf('open', 'unknown'),
  ]
  return (
    <div className={classes.sections}>
      {symptoms.length ? <Overview counts={counts} /> : null}
      {isFirst ? <p className={classes.first}>{t('questionnaire:staff.first')}</p> : null}
      <div className={symptoms.length ? classes.columns : undefined}>
        <div className={classes.column}>
          {urgent.length ? <UrgentCard rows={urgent} answered_at={questionnaire.answered_at} actions={actions} /> : null}
          {hasAllergies ? (
            <Card title={t('questionnaire:part.allergy_reactions')} flush>
              <ChangesTable
                caption={t('questionnaire:part.allergy_reactions')}
                item={t('questionnaire:staff.kind')}
                moments={moments}
                groups={groupsOf('allergies', allergies, ['new', 'yes', 'still', 'gone', 'open', 'no'])}
                isProse
              />
            </Card>
          ) : null}
          {symptoms.length ? (
            <Card title={t('questionnaire:staff.symptoms')} flush>
              <ChangesTable
                caption={t('questionnaire:staff.symptoms')}
                item={t('questionnaire:staff.symptom')}
                moments={moments}
                groups={groupsOf('symptoms', symptomAnswers, ['new', 'yes', 'still', 'gone', 'open', 'other', 'no'])}
                hasPlaces
              />
            </Card>
          ) : null}
        </div>
        {symptoms.length ? (
          <div className={classes.column}>
            {related?.(symptoms.filter((_, at) => symptomAnswers[at]!.cells[0]!.kind === 'yes').map(({ name }) => name))}
            <AreaTable areas={areasOf(symptoms, symptomAnswers)} moments={moments} />
          </div>
        ) : null}
      </div>
      {lifestyles.length ? (
        <LifestyleCard
          user_id={questionnaire.user_id}
          moments={moments}
          groups={groupsOf('lifestyles', lifestyleAnswers, ['outside', 'changed', 'open', 'same'])}
        />
      ) : null}
    </div>
  )
}

function LifestyleCard({ user_id, moments, groups }: { user_id: number; moments: Moment[]; groups: Group[] }) {
  const { t } = useTranslation('questionnaire')
  return (
    <Card
      title={t('part.lifestyles')}
      flush
      action={
        <ButtonLink kind="ghost" size="small" forward to={`/${user_id}/database?tab=lifestyle`}>
          {t('staff.lifestyles')}
        </ButtonLink>
      }
    >
      <ChangesTable caption={t('part.lifestyles')} item={t('staff.item')} moments={moments} groups={groups} isProse />
    </Card>
  )
}

/** Rows by body area, in the order of the body. `rows` are in the order of `symptoms`. */
const areasOf = (symptoms: readonly SymptomCategory[], rows: readonly AnswerRow[]) => {
  const found = Map.groupBy(rows, (row) => symptoms[rows.indexOf(row)]!.body_area)
  return new Map(bodyAreas.flatMap((area) => (found.has(area) ? [[area, found.get(area)!] as const] : [])))
}
