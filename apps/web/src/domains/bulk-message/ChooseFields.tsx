import { fullName, readingOf } from '@sukoyaka/rules/person'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { showDay } from '../../ui/date/day.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Chips } from '../../ui/layout/Chips.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { useBulkDiseasesQuery, useBulkDoctorsQuery, useBulkPatientsQuery, useBulkPlansQuery } from './api.ts'
import classes from './Bulk.module.css'
import type { Draft } from './choice.ts'
import { Pick } from './Pick.tsx'

type Props = { draft: Draft; onChange: (change: Partial<Draft>) => void }

/** Recipients by filter or by name. */
export function ChooseFields({ draft, onChange }: Props) {
  const { t } = useTranslation('bulk_message')
  return (
    <div className={classes.fields}>
      <Segmented
        label={t('choose.way')}
        value={draft.mode}
        onChange={(mode) => onChange({ mode })}
        options={(['filter', 'list'] as const).map((value) => ({ value, label: t(`choose.${value}`) }))}
      />
      {draft.mode === 'list' ? <Patients draft={draft} onChange={onChange} /> : <Conditions draft={draft} onChange={onChange} />}
    </div>
  )
}

function Patients({ draft, onChange }: Props) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const [text, setText] = useState('')
  const debouncedName = useDebounced(text.trim(), 200)
  const { currentData, isFetching } = useBulkPatientsQuery(debouncedName ? { q: { full_name_cont: debouncedName } } : {})
  const options = (currentData?.items ?? []).map((person) => ({
    id: person.id,
    name: fullName(person, language),
    detail: [readingOf(person), showDay(person.birthday)].filter(Boolean).join('　'),
  }))
  return (
    <Pick
      label={t('choose.patient')}
      hint={t('choose.doctorHint')}
      text={text}
      onText={setText}
      results={options}
      busy={isFetching || debouncedName !== text.trim()}
      value={draft.patients}
      onChange={(patients) => onChange({ patients })}
    />
  )
}

function Conditions({ draft, onChange }: Props) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const { data: plans } = useBulkPlansQuery({})
  const [doctor, setDoctor] = useState('')
  const [disease, setDisease] = useState('')
  const debouncedDoctor = useDebounced(doctor.trim(), 200)
  const debouncedDisease = useDebounced(disease.trim(), 200)
  const doctors = useBulkDoctorsQuery({ role: ['doctor'], ...(debouncedDoctor && { q: { full_name_cont: debouncedDoctor } }) })
  const diseases = useBulkDiseasesQuery(debouncedDisease ? { q: { name_cont: debouncedDisease } } : {}, { skip: !debouncedDisease })
  return (
    <>
      <p className={classes.hint}>{t('choose.all')}</p>
      <Checkbox label={t('choose.everyone')} checked={draft.everyone} onChange={(event) => onChange({ everyone: event.currentTarget.checked })} />
      {plans?.items.length ? (
        <Chips
          many
          label={t('choose.plan')}
          options={plans.items.map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
          value={draft.plans}
          onChange={(next) => onChange({ plans: next })}
        />
      ) : null}
      <div className={classes.pair}>
        <Pick
          label={t('choose.doctor')}
          hint={t('choose.doctorHint')}
          text={doctor}
          onText={setDoctor}
          results={(doctors.currentData?.items ?? []).map((person) => ({ id: person.id, name: fullName(person, language) }))}
          busy={doctors.isFetching || debouncedDoctor !== doctor.trim()}
          value={draft.doctors}
          onChange={(next) => onChange({ doctors: next })}
        />
        <Pick
          label={t('choose.disease')}
          hint={t('choose.diseaseHint')}
          text={disease}
          onText={setDisease}
          results={(diseases.currentData?.items ?? []).slice(0, 20).map(({ id, name_local }) => ({ id, name: name_local }))}
          busy={diseases.isFetching || debouncedDisease !== disease.trim()}
          value={draft.diseases}
          onChange={(next) => onChange({ diseases: next })}
        />
      </div>
      <div className={classes.group}>
        <p className={classes.legend}>{t('choose.checkup')}</p>
        <div className={classes.pair}>
          <DatePicker label={t('choose.from')} value={draft.lastCheckupFrom} onChange={(day) => onChange({ lastCheckupFrom: day })} />
          <DatePicker label={t('choose.before')} value={draft.lastCheckupBefore} onChange={(day) => onChange({ lastCheckupBefore: day })} />
        </div>
        <p className={classes.hint}>{t('choose.checkupHint')}</p>
      </div>
    </>
  )
}
