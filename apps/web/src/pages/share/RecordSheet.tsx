import { addressedName, fullName, honorific, toHiragana } from '@sukoyaka/rules/person'
import { formatInstant } from '@sukoyaka/rules/time'
import { shareParts } from '@sukoyaka/wire/boards/share'
import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePatientFacts } from '../../domains/patient/words.ts'
import { useShareWords } from '../../domains/share/words.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { AllergyStrip } from './AllergyStrip.tsx'
import { ActivityCard, IllnessCard, MedicineCard } from './cards.tsx'
import { ImagesCard } from './ImagesCard.tsx'
import { PressureCard } from './PressureCard.tsx'
import { ResultsCard } from './ResultsCard.tsx'
import classes from './Visit.module.css'
import { VisitFrame } from './VisitFrame.tsx'

/** The shared parts of a record, and the names of what is not shared: a doctor must not think that it contains no findings. */
export function RecordSheet({ token, record }: { token: string; record: SharedRecord }) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const { medication, results, home_blood_pressure, illnesses, images, activity, patient } = record
  usePageTitle(t('record.title', { name: addressedName(patient, language, 'staff') }))
  const notice = (
    <>
      <IconClock aria-hidden />
      <b>{t('record.until', { at: formatInstant(record.expires_at, language, 'weekday') })}</b>
      <span>{t('visit.told')}</span>
      <span>{t('record.readOnly')}</span>
      <span className={classes.stripEnd}>{t('record.at', { at: formatInstant(record.read_at, language) })}</span>
    </>
  )
  const side = Boolean(medication || home_blood_pressure || illnesses || activity)
  return (
    <VisitFrame notice={notice}>
      <Identity record={record} />
      {medication ? <AllergyStrip allergies={medication.allergies} /> : null}
      <div className={(results || images) && side ? classes.columns : undefined}>
        {results || images ? (
          <div className={classes.column}>
            {results ? <ResultsCard results={results} /> : null}
            {images ? <ImagesCard token={token} images={images} /> : null}
          </div>
        ) : null}
        {side ? (
          <div className={results || images ? classes.column : classes.grid}>
            {medication ? <MedicineCard medication={medication} /> : null}
            {home_blood_pressure ? <PressureCard readings={home_blood_pressure} /> : null}
            {illnesses ? <IllnessCard illnesses={illnesses} /> : null}
            {activity ? <ActivityCard activity={activity} /> : null}
          </div>
        ) : null}
      </div>
    </VisitFrame>
  )
}

function Identity({ record: { patient, parts } }: { record: SharedRecord }) {
  const { t } = useTranslation(['share', 'illness'])
  const language = useLanguage()
  const words = useShareWords()
  const facts = usePatientFacts(patient)
  const { last_name, first_name, last_name_kana, first_name_kana, main_doctor } = patient
  const title = honorific(language, patient.sex, 'staff')
  // no share contains operations
  const missing = words.list([...shareParts.filter((part) => !parts.includes(part)).map(words.part), t('illness:operation.title')])
  const withReading = (name: string, kana: string) => (
    <ruby>
      {name}
      {kana ? <rt>{toHiragana(kana)}</rt> : null}
    </ruby>
  )
  return (
    <div className={classes.identity}>
      <h1>
        {language === 'en' && title ? `${title} ` : ''}
        {language === 'ja' ? (
          <>
            {withReading(last_name, last_name_kana)} {withReading(first_name, first_name_kana)}
          </>
        ) : (
          <span lang="ja">{fullName(patient, language)}</span>
        )}
        {language === 'en' ? '' : ` ${title}`}
      </h1>
      <p className={classes.facts}>
        <span>{[facts.born, facts.age, facts.sex].filter(Boolean).join('\u2003')}</span>
        {main_doctor ? <span lang={language === 'ja' ? undefined : 'ja'}>{t('share:record.doctor', { name: fullName(main_doctor, language) })}</span> : null}
      </p>
      <p className={classes.shared}>
        <span>{t('share:record.shared', { parts: words.parts(parts) })}</span>
        <b>{t('share:record.notShared', { parts: missing })}</b>
      </p>
    </div>
  )
}
