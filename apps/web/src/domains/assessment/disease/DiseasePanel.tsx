import { openAndSolved } from '@sukoyaka/rules/care/assessment'
import type { Assessment, Disease } from '@sukoyaka/wire/care/assessment'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useGetDiseaseQuery } from '../api.ts'
import { useDiseaseWords, useNameLang } from '../words.ts'
import classes from './DiseasePanel.module.css'
import type { Facts } from './facts.ts'
import { PlanList } from './PlanList.tsx'
import { RiskList } from './RiskList.tsx'
import { ValueList } from './ValueList.tsx'

type Props = {
  disease_id: number
  facts: Facts
  assessments: Assessment[]
  /** Render a heading with the disease’s name; set where the surroundings do not show it. */
  headed?: boolean
}

/** Disease details, with the data of this patient. */
export function DiseasePanel({ disease_id, facts, assessments, headed }: Props) {
  const { t } = useTranslation('assessment')
  const query = useGetDiseaseQuery({ id: disease_id, include: ['indicators', 'prevent_plans', 'disease_risks'] })
  return (
    <QueryView
      query={query}
      error={t('panel.error')}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={8} />
        </div>
      }
    >
      {(disease) => <DiseaseDetails disease={disease} facts={facts} assessments={assessments} headed={headed} />}
    </QueryView>
  )
}

function DiseaseDetails({ disease, facts, assessments, headed }: Omit<Props, 'disease_id'> & { disease: Disease }) {
  const { t } = useTranslation('assessment')
  const langOf = useNameLang()
  const { group, danger, text_lang } = useDiseaseWords()(disease)
  const problem_disease_ids = new Set(openAndSolved(assessments).problems.map(({ disease_id }) => disease_id))
  const own = assessments.filter(({ disease_id }) => disease_id === disease.id)
  return (
    <div className={classes.panel}>
      <div>
        {headed ? (
          <h3 className={classes.name} lang={langOf(disease)}>
            {disease.display_name}
          </h3>
        ) : null}
        <p className={classes.about}>
          <strong>{danger}</strong>
          <span>{group}</span>
          {disease.icd10 ? <span>{t('panel.icd10', { code: disease.icd10 })}</span> : null}
        </p>
        <p className={classes.text} lang={disease.description ? text_lang : undefined}>
          {disease.description || t('panel.noText')}
        </p>
      </div>
      {own.length > 0 ? (
        <Section title={t('panel.judged')}>
          <JudgedList assessments={own} />
        </Section>
      ) : null}
      <Section title={t('panel.values')}>
        <ValueList indicators={disease.indicators ?? []} measured={facts.measured} />
      </Section>
      <Section title={t('panel.risks')}>
        <RiskList risks={disease.disease_risks ?? []} known={{ ...facts, problem_disease_ids }} />
      </Section>
      <Section title={t('panel.plans')}>
        <PlanList plans={disease.prevent_plans ?? []} lang={text_lang} goals={facts.goals} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  )
}

/** Assessments of this disease with their full memos; `AssessmentsCard` cuts long memos. */
function JudgedList({ assessments }: { assessments: Assessment[] }) {
  const { t } = useTranslation('assessment')
  const language = useLanguage()
  return (
    <ul>
      {assessments.map(({ id, kind, conducted_on, solved_on, memo }) => (
        <li key={id} className={classes.row}>
          <p className={classes.line}>
            <span>{t(`kind.${kind}`)}</span>
            <span className={classes.day}>
              {solved_on
                ? t('card.period', { from: formatDate(conducted_on, language), to: formatDate(solved_on, language) })
                : t('card.since', { day: formatDate(conducted_on, language) })}
            </span>
          </p>
          {memo ? (
            <p className={classes.memo} lang={recordLang(memo, language)}>
              {memo}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
