import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { ImportCandidate, ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { usePersonWords } from '../../../ui/text/use-person-words.ts'
import { useFixImportRowMutation } from '../api.ts'
import classes from './CandidateTable.module.css'
import {
  agreementOf,
  birthdayParts,
  type ComparedField,
  candidateName,
  comparedFields,
  type Likeness,
  likenessesOf,
  type WrittenPerson,
  writtenPersonOf,
} from './candidates.ts'
import { PatientSearch } from './PatientSearch.tsx'

type Props = { resultsImport: ResultsImport; row: ImportRow }

/** Compares the person in the file with each candidate on record, marks what differs, and assigns the row to a patient. */
export function CandidateTable({ resultsImport, row }: Props) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const [fix, { isLoading }] = useFixImportRowMutation()
  const { id } = resultsImport
  const { line, candidates } = row
  const written = writtenPersonOf(resultsImport.mapping, row.cells)
  const columns = candidates.map((candidate) => ({ candidate, likenesses: likenessesOf(written, candidate) }))
  const assign = (patient_id: number | null, name: string) =>
    void save(
      () => fix({ id, line, patient_id }),
      { done: patient_id === null ? t('candidate.undone') : t('candidate.chosen', { line, name }), failed: t('rows.fixFailed') },
      patient_id === null ? {} : { onUndo: () => assign(null, name) },
    )
  return (
    <div className={classes.box}>
      {candidates.length ? (
        <div className={classes.scroll}>
          <table className={classes.compare} aria-label={t('candidate.title', { line })}>
            <thead>
              <tr>
                <td />
                <th scope="col">
                  {t('candidate.file')} <span className={classes.quiet}>{t('candidate.line', { line })}</span>
                </th>
                {columns.map(({ candidate, likenesses }, at) => (
                  <th key={candidate.id} scope="col">
                    {t('candidate.number', { number: at + 1 })} <span className={classes.quiet}>{t('candidate.agreement', agreementOf(likenesses))}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {comparedFields.map((field) => (
                <tr key={field}>
                  <th scope="row">{t(`candidate.${field}`)}</th>
                  <td className={classes.file}>
                    <Written written={written} field={field} />
                  </td>
                  {columns.map(({ candidate, likenesses }) => (
                    <td key={candidate.id}>
                      <Compared likeness={likenesses[field]}>
                        <Known candidate={candidate} written={written} field={field} />
                      </Compared>
                    </td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">{t('candidate.last_checkup')}</th>
                <td className={classes.file}>–</td>
                {columns.map(({ candidate }) => (
                  <td key={candidate.id}>
                    <LastCheckup candidate={candidate} facility={resultsImport.facility} />
                  </td>
                ))}
              </tr>
              <tr>
                <td />
                <td className={classes.file} />
                {columns.map(({ candidate }, at) => (
                  <td key={candidate.id}>
                    <ChooseButton number={at + 1} name={candidateName(candidate)} isLoading={isLoading} onChoose={(name) => assign(candidate.id, name)} />
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      ) : null}
      <PatientSearch label={t(candidates.length ? 'candidate.other' : 'candidate.search')} onPick={(person) => assign(person.id, fullName(person, language))} />
    </div>
  )
}

function ChooseButton({ number, name, isLoading, onChoose }: { number: number; name: string; isLoading: boolean; onChoose: (name: string) => void }) {
  const { t } = useTranslation('results_import')
  const label = t('candidate.choose', { number })
  return (
    <Button size="small" loading={isLoading} aria-label={t('candidate.chooseNamed', { label, name })} onClick={() => onChoose(name)}>
      {label}
    </Button>
  )
}

function LastCheckup({ candidate: { last_checkup }, facility }: { candidate: ImportCandidate; facility: string }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  return (
    <Compared likeness={last_checkup && last_checkup.location === facility ? 'same' : 'blank'} same={t('candidate.sameFacility')}>
      {last_checkup ? (
        <span>
          {formatDate(last_checkup.tested_on, language)} <span lang="ja">{last_checkup.location}</span>
        </span>
      ) : (
        t('candidate.noCheckup')
      )}
    </Compared>
  )
}

/** Whether the file writes a day otherwise than the page shows it, such as S43.3.14. */
const isWrittenOtherwise = (text: string, day: string) => text.replace(/\D/g, '') !== day.replaceAll('-', '')

/** A field as the file has it. */
function Written({ written, field }: { written: WrittenPerson; field: ComparedField }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const wordsOf = usePersonWords()
  const { birthday, sex } = written
  if (field === 'birthday')
    return (
      <>
        {birthday.day ? formatDate(birthday.day, language) : birthday.text || t('candidate.blank')}
        {birthday.day && isWrittenOtherwise(birthday.text, birthday.day) ? <span className={classes.quiet}> {birthday.text}</span> : null}
      </>
    )
  if (field === 'sex') return (wordsOf({ sex: sex.value }).sex ?? sex.text) || t('candidate.blank')
  return written[field] ? <span lang="ja">{written[field]}</span> : t('candidate.blank')
}

/** A field as the candidate's record has it. */
function Known({ candidate, written, field }: { candidate: ImportCandidate; written: WrittenPerson; field: ComparedField }) {
  const { t } = useTranslation('results_import')
  const wordsOf = usePersonWords()
  if (field === 'name') return <span lang="ja">{candidateName(candidate)}</span>
  if (field === 'kana') return <span lang="ja">{readingOf(candidate) || t('candidate.blank')}</span>
  if (field === 'sex') return wordsOf(candidate).sex ?? t('candidate.blank')
  if (!candidate.birthday) return t('candidate.blank')
  return (
    <span>
      {birthdayParts(written.birthday.day ?? null, candidate.birthday).map(({ text, differs }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: year, month and day have fixed places
        <span key={at}>
          {at ? '.' : ''}
          {differs ? <b className={classes.part}>{text}</b> : text}
        </span>
      ))}
    </span>
  )
}

/** A value of a candidate, and whether the file agrees with it. */
function Compared({ likeness, same, children }: { likeness: Likeness; same?: string; children: ReactNode }) {
  const { t } = useTranslation('results_import')
  const words = likeness === 'same' && same ? same : likeness === 'blank' ? '' : t(`candidate.likeness.${likeness}`)
  return (
    <span className={classes.pair} data-likeness={likeness}>
      <span className={classes.known}>{children}</span>
      {words ? (
        <span className={classes.likeness}>
          {likeness === 'differs' ? null : <IconCheck aria-hidden />}
          {words}
        </span>
      ) : null}
    </span>
  )
}
