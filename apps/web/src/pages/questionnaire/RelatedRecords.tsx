import { relatedToSymptoms } from '@sukoyaka/rules/care/related-records'
import { formatPartialDay } from '@sukoyaka/rules/partial-day'
import { intakesOn } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { AllergyReaction, FamilyPastIllness } from '@sukoyaka/wire/record/illness'
import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import type { MedicineIntake } from '@sukoyaka/wire/record/medication'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { combineQueries } from '../../api/combine-queries.ts'
import { useListDiseasesQuery } from '../../domains/assessment/api.ts'
import { isAbnormal, type NewestValue } from '../../domains/checkup/abnormal.ts'
import { Later } from '../../domains/checkup/explain/Later.tsx'
import { useNewestValueTexts } from '../../domains/checkup/newest-value-texts.ts'
import { useConcernValues } from '../../domains/checkup/use-newest-values.ts'
import { useListAllergyReactionsQuery, useListFamilyPastIllnessesQuery } from '../../domains/illness/api.ts'
import { nameOf } from '../../domains/illness/words.ts'
import { useListImageTestResultsQuery } from '../../domains/imaging/api.ts'
import { useListMedicineIntakesQuery } from '../../domains/medication/api.ts'
import { medicineName } from '../../domains/medication/words.ts'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Flag } from '../../ui/status/Flag.tsx'
import type { Status } from '../../ui/status/marks.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './RelatedRecords.module.css'

const maxValues = 8
const maxImages = 4

type Loaded = {
  diseases: readonly Disease[]
  values: readonly NewestValue[]
  /** Newest first. */
  images: readonly ImageTestResult[]
  medicines: readonly MedicineIntake[]
  allergies: readonly AllergyReaction[]
  family: readonly FamilyPastIllness[]
}

const relatedIn = ({ diseases, values, images, medicines, allergies, family }: Loaded, symptoms: readonly string[]) => {
  const { disease_ids, weightOf } = relatedToSymptoms(diseases, new Set(symptoms))
  const weightOfValue = ({ category }: NewestValue) => weightOf('numeric_test_result_category', category.name)
  const weightOfImage = ({ category }: ImageTestResult) => (category ? weightOf('image_test_result_category', category.name) : 0)
  const newestImages = new Map(images.toReversed().map((image) => [image.category_id, image]))
  return {
    values: values
      .filter((value) => weightOfValue(value) > 0)
      .sort((a, b) => Number(isAbnormal(b)) - Number(isAbnormal(a)) || weightOfValue(b) - weightOfValue(a))
      .slice(0, maxValues),
    images: [...newestImages.values()]
      .filter((image) => weightOfImage(image) > 0)
      .sort((a, b) => weightOfImage(b) - weightOfImage(a))
      .slice(0, maxImages),
    medicines: intakesOn(medicines, tokyoDay(new Date())),
    allergies: allergies.filter(({ is_occured }) => is_occured),
    family: family.filter(({ disease_id }) => disease_ids.has(disease_id)),
  }
}

/** What `RelatedRecords` shows, as one query. */
const useRelated = (user_id: number, symptoms: readonly string[]) => {
  const diseases = useListDiseasesQuery({ include: ['indicators'] })
  const values = useConcernValues(user_id)
  const images = useListImageTestResultsQuery({ user_id, include: ['category'] })
  const medicines = useListMedicineIntakesQuery({ user_id, include: ['medicine'] })
  const allergies = useListAllergyReactionsQuery({ user_id })
  const family = useListFamilyPastIllnessesQuery({ user_id, include: ['disease'] })
  const loaded =
    diseases.currentData && values.currentData && images.currentData && medicines.currentData && allergies.currentData && family.currentData
      ? {
          diseases: diseases.currentData.items,
          values: values.currentData,
          images: images.currentData.items,
          medicines: medicines.currentData.items,
          allergies: allergies.currentData.items,
          family: family.currentData.items,
        }
      : undefined
  return { currentData: loaded && relatedIn(loaded, symptoms), ...combineQueries(diseases, values, images, medicines, allergies, family) }
}

/** Formats the day of an instant, without the year if it is the current year. */
const useDay = () => {
  const language = useLanguage()
  const thisYear = tokyoDay(new Date()).slice(0, 4)
  return (instant: string) => formatDate(instant, language, { year: tokyoDay(instant).slice(0, 4) !== thisYear })
}

/**
 * What matters for the symptoms of a questionnaire: results (at most `maxValues`), images (at most `maxImages`) and family history related to them by the
 * catalogue of diseases, all current medicines, and all allergies that occurred.
 */
export function RelatedRecords({ user_id, symptoms }: { user_id: number; symptoms: readonly string[] }) {
  const { t } = useTranslation(['questionnaire', 'illness', 'checkup'])
  const language = useLanguage()
  const query = useRelated(user_id, symptoms)
  const day = useDay()
  return (
    <QueryCard title={t('questionnaire:related.title')} query={query} error={t('questionnaire:related.error')} isEmpty={() => false} empty={null}>
      {({ values, images, medicines, allergies, family }) => (
        <div className={classes.parts}>
          <Part title={t('questionnaire:related.results')} none={t('questionnaire:related.noResults')}>
            {[
              ...values.map((value) => <ValueRow key={value.category.id} user_id={user_id} value={value} />),
              ...images.map(({ id, category, finding, status, recorded_at }) => (
                <li key={`image-${id}`} className={classes.row}>
                  <Link to={`/${user_id}/database?tab=images`}>{category?.display_name}</Link>
                  <span className={classes.value}>
                    <StatusMark status={(status ?? null) as Status | null} audience="staff" withWord={false} />
                    <span lang={recordLang(finding, language)} className={classes.finding}>
                      {finding || t('questionnaire:related.unread')}
                    </span>
                    <time dateTime={recorded_at}>{day(recorded_at)}</time>
                  </span>
                </li>
              )),
            ]}
          </Part>
          <Part title={t('questionnaire:related.medicines')} none={t('questionnaire:related.noMedicines')}>
            {medicines.map((intake) => (
              <li key={intake.id} className={classes.row}>
                <span lang={recordLang(medicineName(intake), language)}>{medicineName(intake)}</span>
                <span className={classes.value}>
                  {intake.started_on ? t('questionnaire:related.since', { day: formatPartialDay(intake.started_on, language) }) : null}
                </span>
              </li>
            ))}
          </Part>
          <Part title={t('questionnaire:related.allergies')} none={t('questionnaire:related.noAllergies')}>
            {allergies.map(({ id, kind, description }) => (
              <li key={id} className={classes.row}>
                <span>{t(`illness:allergy.${kind}`)}</span>
                <span className={classes.value} lang={recordLang(description, language)}>
                  {description || t('illness:allergy.occurred')}
                </span>
              </li>
            ))}
          </Part>
          <Part title={t('questionnaire:related.family')} none={t('questionnaire:related.noFamily')}>
            {family.map(({ id, relative, disease, diagnosed_age }) => (
              <li key={id} className={classes.row}>
                <span>{t(`illness:whole.${relative}`)}</span>
                <span className={classes.value}>
                  <span lang={recordLang(nameOf(disease), language)}>{nameOf(disease)}</span>
                  {diagnosed_age === null ? null : <> {t('questionnaire:related.age', { age: diagnosed_age })}</>}
                </span>
              </li>
            ))}
          </Part>
        </div>
      )}
    </QueryCard>
  )
}

function Part({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children.length ? <ul>{children}</ul> : <p className={classes.none}>{none}</p>}
    </section>
  )
}

function ValueRow({ user_id, value }: { user_id: number; value: NewestValue }) {
  const day = useDay()
  const texts = useNewestValueTexts(value)
  const { newest, status, category } = value
  return (
    <li className={classes.row}>
      <Link to={`/${user_id}/database`} state={{ category_id: category.id }} lang={texts.nameLang}>
        {texts.name}
      </Link>
      <span className={classes.value}>
        <StatusMark status={status ?? null} audience="staff" withWord={false} />
        <span className={classes.number}>
          <b>{texts.value}</b> <span className={classes.unit}>{texts.unit}</span>
        </span>
        {texts.direction ? <Flag direction={texts.direction} status={status} /> : null}
        <time dateTime={newest.recorded_at}>{day(newest.recorded_at)}</time>
      </span>
      <Later newestValue={value} audience="staff" />
    </li>
  )
}
