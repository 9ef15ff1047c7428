import { formatPartialDay } from '@sukoyaka/rules/partial-day'
import type { FamilyPastIllness } from '@sukoyaka/wire/record/illness'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useListFamilyPastIllnessesQuery } from './api.ts'
import type { DiseaseField } from './dialogs/disease-field.ts'
import classes from './FamilyHistoryCard.module.css'
import { endsGeneration, fatherSide, isMan, motherSide, ownSide, visibleRelatives } from './family.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { nameOf } from './words.ts'

const FamilyDialog = lazyNamed(() => import('./dialogs/FamilyDialog.tsx'), 'FamilyDialog')

/** Family history as a pedigree per side: squares and circles, filled for relatives with an illness. */
export function FamilyHistoryCard({ user_id, DiseaseField }: { user_id: number; DiseaseField: DiseaseField }) {
  const query = useListFamilyPastIllnessesQuery({ user_id, include: ['disease'] })
  return (
    <HistoryCard
      section="family"
      query={query}
      dialog={(items, view, onView) => <FamilyDialog user_id={user_id} illnesses={items} DiseaseField={DiseaseField} view={view} onView={onView} />}
    >
      {(items) => <Pedigree illnesses={items} />}
    </HistoryCard>
  )
}

function Pedigree({ illnesses }: { illnesses: FamilyPastIllness[] }) {
  const { t } = useTranslation('illness')
  const side = (title: string, rows: ReturnType<typeof visibleRelatives>, isOwn = false) =>
    rows.length > 0 ? (
      <section className={isOwn ? classes.own : classes.side} aria-label={title}>
        <h3 className={isOwn ? 'visually-hidden' : classes.heading}>{title}</h3>
        <ul>
          {rows.map(({ relative, illnesses: own }) => (
            <li key={relative} className={clsx(classes.row, endsGeneration(relative) && classes.last)}>
              <svg className={clsx(classes.mark, own.length && classes.sick)} viewBox="0 0 12 12" aria-hidden="true">
                {isMan(relative) ? <rect x="1" y="1" width="10" height="10" rx="1" /> : <circle cx="6" cy="6" r="5" />}
              </svg>
              <p className={classes.words}>
                <span className={classes.relative}>{t(`relative.${relative}`)}</span> {own.length ? <Illnesses illnesses={own} /> : <None />}
              </p>
            </li>
          ))}
        </ul>
      </section>
    ) : null
  return (
    <>
      <div className={classes.sides}>
        {side(t('family.father_side'), visibleRelatives(fatherSide, illnesses))}
        {side(t('family.mother_side'), visibleRelatives(motherSide, illnesses))}
      </div>
      {side(t('family.own_side'), visibleRelatives(ownSide, illnesses), true)}
    </>
  )
}

function Illnesses({ illnesses }: { illnesses: FamilyPastIllness[] }) {
  const { t } = useTranslation('illness')
  const language = useLanguage()
  return (
    <span className={classes.illness}>
      {illnesses.map(({ id, disease, diagnosed_age, diagnosed_on }, i) => (
        <Fragment key={id}>
          {i > 0 ? listSeparator(language) : null}
          <span lang={recordLang(nameOf(disease), language)}>{nameOf(disease)}</span>
          {diagnosed_age !== null ? ` ${t('family.age', { age: diagnosed_age })}` : diagnosed_on ? ` ${formatPartialDay(diagnosed_on, language)}` : null}
        </Fragment>
      ))}
    </span>
  )
}

function None() {
  const { t } = useTranslation('illness')
  return (
    <span className={classes.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('family.none')}</span>
    </span>
  )
}
