import type { Step } from '@sukoyaka/rules/care/questionnaire-steps'
import { queryTokens } from '@sukoyaka/rules/fold'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import classes from './SymptomSearch.module.css'

const maxResults = 8

/** Searches the symptoms by name, kana or romaji, and opens the question. */
export function SymptomSearch({ steps, onPath }: { steps: readonly Step[]; onPath: (path: string) => void }) {
  const { t } = useTranslation('questionnaire')
  const [q, setQ] = useState('')
  const tokens = queryTokens(q)
  const all = steps.flatMap(({ symptoms }) => symptoms)
  const matches = tokens.length ? all.filter(({ name_search }) => tokens.every((token) => name_search.includes(token))) : []
  const isAllShown = matches.length > 0 && matches.length <= maxResults
  const status = isAllShown
    ? t('searchFound', { count: matches.length })
    : matches.length
      ? t('searchMore', { count: matches.length - maxResults })
      : tokens.length
        ? t('searchNone', { q })
        : ''
  const open = (name: string) => {
    setQ('')
    onPath(`symptoms.${name}`)
  }
  return (
    <div className={classes.search}>
      <SearchInput label={t('search')} value={q} onChange={setQ} onEnter={() => matches[0] && open(matches[0].name)} />
      {matches.length ? (
        <ul className={classes.found}>
          {matches.slice(0, maxResults).map(({ name, display_name }) => (
            <li key={name}>
              <button type="button" onClick={() => open(name)}>
                {display_name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={status && !isAllShown ? classes.none : 'visually-hidden'} role="status">
        {status}
      </p>
    </div>
  )
}
