import { formatMonths, formatPeriod } from '@sukoyaka/rules/partial-day'
import { isEnded } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { AllergyReaction } from '@sukoyaka/wire/record/illness'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { EditCard } from '../../ui/loading/EditCard.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import type { DialogState } from './dialog-state.ts'
import classes from './MedicationCard.module.css'
import { useIntakes } from './use-intakes.ts'
import { medicineName, supplementName, useCurrentWords } from './words.ts'

const MedicationDialog = lazyNamed(() => import('./MedicationDialog.tsx'), 'MedicationDialog')

type Props = {
  user_id: number
  allergies: readonly AllergyReaction[] | undefined
}

/** Current medicines and supplements; a button shows past ones. */
export function MedicationCard({ user_id, allergies }: Props) {
  const { t } = useTranslation('medication')
  const query = useIntakes(user_id)
  const intakes = query.currentData
  const mayWrite = usePermission('diagnoses.write')
  const [dialog, setDialog] = useState<DialogState>()
  const open = mayWrite ? () => setDialog({ kind: 'list' }) : undefined
  return (
    <EditCard
      title={t('card.title')}
      query={query}
      error={t('card.error')}
      empty={t('card.empty')}
      edit={t('card.edit')}
      onEdit={open}
      onAdd={open}
      more={
        dialog && intakes ? (
          <Suspense>
            <MedicationDialog
              user_id={user_id}
              medicines={intakes.medicines}
              supplements={intakes.supplements}
              allergies={allergies}
              state={dialog}
              onState={setDialog}
            />
          </Suspense>
        ) : null
      }
    >
      {() => (intakes ? <Intakes medicines={intakes.medicines} supplements={intakes.supplements} /> : null)}
    </EditCard>
  )
}

function Intakes({ medicines, supplements }: { medicines: MedicineIntake[]; supplements: SupplementIntake[] }) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const aboutMedicine = useCurrentWords()
  const [showsPast, setShowsPast] = useState(false)
  const today = tokyoDay(new Date())
  const split = <T extends { ended_on: string | null }>(items: T[]) =>
    [items.filter((intake) => !isEnded(intake, today)), items.filter((intake) => isEnded(intake, today))] as const
  const [currentMedicines, pastMedicines] = split(medicines)
  const [currentSupplements, pastSupplements] = split(supplements)
  return (
    <>
      <Section title={t('card.medicines')} none={t('card.noMedicine')}>
        {currentMedicines.map((intake) => (
          <Row key={intake.id} name={medicineName(intake)} about={aboutMedicine(intake)} />
        ))}
      </Section>
      <Section title={t('card.supplements')} none={t('card.noSupplement')}>
        {currentSupplements.map((intake) => (
          <Row key={intake.id} name={supplementName(intake)} about={formatMonths(intake.started_on, intake.ended_on)} />
        ))}
      </Section>
      {showsPast ? (
        <div className={classes.past}>
          <Section title={t('past.title')} none="">
            {[
              ...pastMedicines.map((intake) => (
                <Row key={`m${intake.id}`} name={medicineName(intake)} about={formatPeriod(intake.started_on, intake.ended_on, language)} />
              )),
              ...pastSupplements.map((intake) => (
                <Row key={`s${intake.id}`} name={supplementName(intake)} about={formatMonths(intake.started_on, intake.ended_on)} />
              )),
            ]}
          </Section>
        </div>
      ) : null}
      {pastMedicines.length + pastSupplements.length > 0 ? (
        <div className={classes.foot}>
          <Button kind="ghost" size="small" aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
            {t('card.past', { count: pastMedicines.length + pastSupplements.length })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Section({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {children.length ? <ul>{children}</ul> : <p className={classes.none}>{none}</p>}
    </section>
  )
}

function Row({ name, about }: { name: string; about: string }) {
  const language = useLanguage()
  return (
    <li className={classes.row}>
      <span className={classes.name} lang={recordLang(name, language)}>
        {name}
      </span>
      {about ? (
        <span className={classes.about} lang={recordLang(about, language)}>
          {about}
        </span>
      ) : null}
    </li>
  )
}
