import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/choice/Combobox.tsx'
import { showDay } from '../../../ui/date/day.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useFindImportPatientsQuery } from '../api.ts'
import classes from './CandidateTable.module.css'

/** Finds a patient by part of the name; kana and birth date tell people of the same name apart. */
export function PatientSearch({ label, onPick }: { label: string; onPick: (person: Patient) => void }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const [text, setText] = useState('')
  const name = text.trim()
  const debouncedName = useDebounced(name, 200)
  const { currentData, isFetching } = useFindImportPatientsQuery({ q: { full_name_cont: debouncedName } }, { skip: !debouncedName })
  const people = debouncedName ? (currentData?.items ?? []) : []
  const isBusy = isFetching || debouncedName !== name
  return (
    <div className={classes.search}>
      <Combobox
        label={label}
        text={text}
        onText={setText}
        busy={isBusy}
        status={isBusy ? t('candidate.searching') : people.length ? t('candidate.found', { count: people.length }) : t('candidate.nobody')}
        options={people.map((person) => ({
          key: String(person.id),
          value: person,
          content: (
            <span lang="ja">
              {fullName(person, language)} <span className={classes.quiet}>{[readingOf(person), showDay(person.birthday)].filter(Boolean).join('　')}</span>
            </span>
          ),
        }))}
        onPick={onPick}
      />
    </div>
  )
}
