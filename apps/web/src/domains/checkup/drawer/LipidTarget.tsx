import { formatUnit } from '@sukoyaka/rules/record/answer'
import { judgedNumber } from '@sukoyaka/rules/record/checkup'
import { lipidTarget } from '@sukoyaka/rules/record/laboratory/lipid-target'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { changeLipidTarget, getLipidTarget, type LipidRisk, lipidRisks, type PatientLipidRisk } from '@sukoyaka/wire/record/lipid-risk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutationEndpoint, queryEndpoint } from '../../../api/api.ts'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { RadioCards } from '../../../ui/choice/RadioCards.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { type Form, useForm } from '../../../ui/form/use-form.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { type Category, resultsApi } from '../api.ts'
import classes from './LipidTarget.module.css'

const { useGetLipidTargetQuery, useChangeLipidTargetMutation } = resultsApi.injectEndpoints({
  endpoints: (build) => ({
    getLipidTarget: queryEndpoint(build, getLipidTarget, 'lipid_risks'),
    changeLipidTarget: mutationEndpoint(build, changeLipidTarget),
  }),
})

type Props = { user_id: number; category: Category; newest: Pick<TestResult, 'value' | 'comparator'> }

/** Target of a lipid by the patient’s risk, for staff. It does not change the judgement by reference range. */
export function LipidTarget({ user_id, category, newest }: Props) {
  const { t } = useTranslation('results')
  const query = useGetLipidTargetQuery({ user_id })
  const mayWrite = usePermission('diagnoses.write')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={classes.target} aria-label={t('target.title')}>
      <QueryView query={query} error={t('target.error')} skeleton={<SkeletonLines count={2} />}>
        {(target) => (
          <>
            <Words target={target} category={category} newest={newest} />
            {mayWrite ? (
              <Button size="small" onClick={() => setOpen(true)}>
                {t(target.risk ? 'target.change' : 'target.choose')}
              </Button>
            ) : null}
            {isOpen ? <RiskDialog target={target} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </QueryView>
      <p className={classes.source}>{t('target.source')}</p>
    </section>
  )
}

function Words({ target, category, newest }: Pick<Props, 'category' | 'newest'> & { target: PatientLipidRisk }) {
  const { t } = useTranslation('results')
  const unit = formatUnit(category.unit_display, useLanguage())
  const below = target.risk ? lipidTarget(category.name, target.risk) : undefined
  if (!target.risk || below === undefined) return <p>{t('target.none')}</p>
  return (
    <p>
      <strong>{t('target.below', { below, unit })}</strong> <span>{t(judgedNumber(newest) < below ? 'target.reached' : 'target.missed')}</span>
      <br />
      {t(`target.risk.${target.risk}`)}
    </p>
  )
}

const noRisk = 'none'
/** Older than any version. */
const noVersion = ''
type Values = { risk: LipidRisk | typeof noRisk }

function RiskDialog({ target, onClose }: { target: PatientLipidRisk; onClose: () => void }) {
  const { t } = useTranslation('results')
  const [change] = useChangeLipidTargetMutation()
  const form: Form<Values> = useForm<Values>(
    `lipid_risks/${target.user_id}`,
    { risk: target.risk ?? noRisk },
    {
      version: target.updated_at ?? noVersion,
      send: ({ risk }, version) => {
        // a risk that was removed has no newer version on which the form could be based
        const isRemoved = form.isConflict && target.updated_at === null
        return change({ user_id: target.user_id, risk: risk === noRisk ? null : risk, updated_at: isRemoved ? null : version || null })
      },
      messages: { done: t('target.saved'), failed: t('target.failed') },
      onClose,
    },
  )
  const cards = lipidRisks.map((risk) => ({
    value: risk,
    title: t(`target.risk.${risk}`),
    text: `${t(`target.who.${risk}`)} ${t('target.ldl', { below: lipidTarget('ldl_cholesterol', risk) })}`,
  }))
  return (
    <FormDialog form={form} title={t('target.dialog')} theirs={<p>{t('target.theirs', { risk: t(`target.risk.${target.risk ?? noRisk}`) })}</p>}>
      <p>{t('target.hint')}</p>
      <RadioCards
        label={t('target.dialog')}
        {...form.field('risk')}
        cards={[...cards, { value: noRisk, title: t('target.risk.none'), text: t('target.who.none') }]}
      />
      <p className={classes.source}>{t('target.source')}</p>
    </FormDialog>
  )
}
