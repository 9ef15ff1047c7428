import { fullName } from '@sukoyaka/rules/person'
import { careRoles } from '@sukoyaka/wire/access'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Combobox } from '../../../ui/choice/Combobox.tsx'
import { PersonOption } from '../../../ui/choice/PersonOption.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useInterviewPatientsQuery, useInterviewStaffQuery } from '../api.ts'
import classes from './Fields.module.css'

type Person = Interview['participants'][number]
type Named = Pick<Person, 'id' | 'first_name' | 'last_name' | 'icon'>

type StaffProps = {
  label: string
  onPick: (person: Person) => void
  excludedIds?: readonly number[]
  hint?: string
  takesFocus?: boolean
  selected?: Named | undefined
}

/** Staff search by name. `selected` is the chosen person; without it the field clears after each pick. */
export function StaffField({ label, onPick, excludedIds = [], hint, takesFocus, selected }: StaffProps) {
  const { t } = useTranslation(['interviews', 'shell'])
  const language = useLanguage()
  const [text, setText] = useState<string>()
  const debouncedName = useDebounced(text?.trim() ?? '', 200)
  const { currentData, isFetching } = useInterviewStaffQuery({ role: [...careRoles], ...(debouncedName && { q: { full_name_cont: debouncedName } }) })
  const matches = (currentData?.items ?? []).filter(({ id, deactivated_at }) => deactivated_at === null && !excludedIds.includes(id))
  return (
    <Combobox
      label={label}
      text={text ?? (selected ? fullName(selected, language) : '')}
      onText={setText}
      hint={hint}
      takesFocus={takesFocus}
      busy={isFetching}
      status={isFetching ? t('interviews:searching') : matches.length ? t('interviews:found', { count: matches.length }) : t('interviews:nobody')}
      options={matches.map((person) => ({
        key: String(person.id),
        value: person,
        content: <PersonOption person={person}>{t(`shell:role.${person.role}`)}</PersonOption>,
      }))}
      onPick={({ id, role, first_name, last_name, icon, ...rest }) => {
        setText(undefined)
        onPick({ id, role, first_name, last_name, icon, first_name_kana: '', last_name_kana: '', ...('first_name_kana' in rest ? rest : {}) })
      }}
    />
  )
}

/** Participants in the order in which they were added. */
export function ParticipantsField({ value, onChange }: { value: Person[]; onChange: (value: Person[]) => void }) {
  const { t } = useTranslation(['interviews', 'shell'])
  const language = useLanguage()
  return (
    <div className={classes.people}>
      <StaffField label={t('interviews:participants')} onPick={(person) => onChange([...value, person])} excludedIds={value.map(({ id }) => id)} />
      {value.length ? (
        <ul className={classes.chosen}>
          {value.map((person) => (
            <li key={person.id} className={classes.person}>
              <PersonOption person={person}>{t(`shell:role.${person.role}`)}</PersonOption>
              <IconButton
                size="small"
                label={t('interviews:removePerson', { name: fullName(person, language) })}
                icon={<IconX aria-hidden />}
                onClick={() => onChange(value.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

export type ChosenPatient = { id: number; first_name: string; last_name: string }

export function PatientField({
  value,
  onChange,
  error,
}: {
  value: ChosenPatient | undefined
  onChange: (value: ChosenPatient | undefined) => void
  error?: string | undefined
}) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const [text, setText] = useState('')
  const debouncedName = useDebounced(value ? '' : text.trim(), 200)
  const { currentData, isFetching } = useInterviewPatientsQuery(debouncedName ? { q: { full_name_cont: debouncedName } } : {})
  const matches = currentData?.items ?? []
  return (
    <Combobox
      label={t('patient')}
      required
      takesFocus
      error={error}
      text={value ? fullName(value, language) : text}
      onText={(next) => {
        setText(next)
        onChange(undefined)
      }}
      busy={isFetching}
      status={isFetching ? t('searching') : matches.length ? t('found', { count: matches.length }) : t('nobody')}
      options={matches.map((person) => ({
        key: String(person.id),
        value: person,
        content: <PersonOption person={person} />,
      }))}
      onPick={onChange}
    />
  )
}
