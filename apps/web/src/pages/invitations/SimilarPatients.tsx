import { fullName, toHiragana } from '@sukoyaka/rules/person'
import { formatDay } from '@sukoyaka/rules/time'
import type { SimilarPatient } from '@sukoyaka/wire/care/invitation'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { birthdayOf } from '../../domains/account/profile/typed-values.ts'
import { useListSimilarPatientsQuery } from '../../domains/registration/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import classes from './Invitations.module.css'

type Typed = { last_name: string; first_name: string; last_name_kana: string; first_name_kana: string; birthday: string; phone_number: string }

const isEnoughToSearch = (query: Partial<Typed>) => Boolean(query.last_name || query.last_name_kana || query.phone_number)

/** Patients who may be the same person as the one being entered. `isUnknown`: those similar to the current input are not loaded yet, or `hasFailed` to load. */
export const useSimilarPatients = ({ last_name, first_name, last_name_kana, first_name_kana, birthday, phone_number }: Typed) => {
  const day = birthdayOf(birthday)
  const key = JSON.stringify({
    ...(last_name.trim() && first_name.trim() && { last_name: last_name.trim(), first_name: first_name.trim() }),
    ...(last_name_kana.trim() && first_name_kana.trim() && { last_name_kana: last_name_kana.trim(), first_name_kana: first_name_kana.trim() }),
    ...(day && { birthday: day }),
    ...(phone_number.trim() && { phone_number: phone_number.trim() }),
  })
  const debounced = useDebounced(key)
  const query = JSON.parse(debounced) as Partial<Typed>
  const { currentData, isFetching, isError, refetch } = useListSimilarPatientsQuery(query, { skip: !isEnoughToSearch(query) })
  const [failed, setFailed] = useState<string>()
  if (isError && failed !== debounced) setFailed(debounced)
  return {
    similar: isEnoughToSearch(query) ? (currentData?.items ?? []) : [],
    isUnknown: isEnoughToSearch(JSON.parse(key) as Partial<Typed>) && (key !== debounced || isFetching || isError),
    // stays during another try, so that its button keeps the focus
    hasFailed: isEnoughToSearch(query) && failed === debounced && !currentData,
    isRetrying: isFetching,
    retry: () => void refetch(),
  }
}

/** Says that the similar patients could not be loaded; until they are, the form cannot be sent. */
export function SimilarFailure({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation(['invitation', 'common'])
  return (
    <section className={classes.warning} role="alert">
      <p>{t('similar.failed')}</p>
      <Button size="small" loading={isRetrying} onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </section>
  )
}

/** Warns that a person may be registered or invited already, and lets the user confirm that the similar patients are other people. */
export function SimilarPatients({ similar, confirmation }: { similar: SimilarPatient[]; confirmation: Omit<ComponentProps<typeof Checkbox>, 'label'> }) {
  const { t } = useTranslation('invitation')
  const language = useLanguage()
  return (
    <section className={classes.warning} role="status">
      <h3>{t('similar.title')}</h3>
      <p>{t('similar.text')}</p>
      <ul>
        {similar.map(({ patient, birthday, is_registered, likenesses }) => {
          const name = fullName(patient, language)
          return (
            <li key={patient.id}>
              <span className={classes.who}>
                <Link to={`/${patient.id}/summary`} target="_blank" rel="noopener" aria-label={t('similar.open', { name })}>
                  {name}
                </Link>
                <span lang="ja">{toHiragana(`${patient.last_name_kana} ${patient.first_name_kana}`)}</span>
                {birthday ? <span>{formatDay(birthday, language)}</span> : null}
              </span>
              <span className={classes.badges}>
                {likenesses.map((likeness) => (
                  <Badge key={likeness} tone="outline">
                    {t(`similar.${likeness}`)}
                  </Badge>
                ))}
                {is_registered ? null : <Badge>{t('similar.invited')}</Badge>}
              </span>
            </li>
          )
        })}
      </ul>
      <Checkbox label={t('similar.other')} {...confirmation} />
    </section>
  )
}
