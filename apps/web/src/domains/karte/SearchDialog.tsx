import { fullName } from '@sukoyaka/rules/person'
import type { FoundKarte, Karte } from '@sukoyaka/wire/care/karte'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { type Query, QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { OpenPatientContext } from '../../ui/overlay/open-patient.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Highlight } from '../../ui/text/Highlight.tsx'
import { isSearchQuery } from '../../ui/text/search-excerpt.ts'
import { useListKartesQuery, useSearchKartesQuery } from './api.ts'
import { KarteItem } from './KarteItem.tsx'
import classes from './SearchDialog.module.css'

type SearchScope = 'here' | 'all'
type FoundPage = { items: (Karte | FoundKarte)[]; next_page: number | null; total_count: number }

/** Full-text search in the notes of this patient or of all patients. */
export function SearchDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const [text, setText] = useState('')
  const [scope, setScope] = useState<SearchScope>('here')
  const [page, setPage] = useState(1)
  const q = useDebounced(text).trim()
  const isValidQuery = isSearchQuery(q)
  const options = (['here', 'all'] as const).map((value) => ({ value, label: t(`search.${value}`) }))
  return (
    <Dialog title={t('search.title')} patient={scope === 'all' ? null : undefined} width={640} onClose={onClose}>
      <div className={classes.ask}>
        <SearchInput
          takesFocus
          label={t('search.label')}
          value={text}
          onChange={(value) => {
            setText(value)
            setPage(1)
          }}
        />
        <Segmented
          label={t('search.where')}
          value={scope}
          options={options}
          onChange={(value) => {
            setScope(value)
            setPage(1)
          }}
        />
      </div>
      {isValidQuery ? (
        Array.from({ length: page }, (_, at) => at + 1).map((pageNumber) => (
          <Page
            key={`${scope} ${q} ${pageNumber}`}
            user_id={scope === 'here' ? user_id : undefined}
            q={q}
            page={pageNumber}
            isLast={pageNumber === page}
            onMore={() => setPage(page + 1)}
            onLeave={onClose}
          />
        ))
      ) : (
        <p className={classes.hint} role="status">
          {t('search.hint')}
        </p>
      )}
    </Dialog>
  )
}

type PageProps = { user_id: number | undefined; q: string; page: number; isLast: boolean; onMore: () => void; onLeave: () => void }

/** One page of results, appended below the previous ones. */
function Page({ user_id, q, page, isLast, onMore, onLeave }: PageProps) {
  const { t } = useTranslation('karte')
  const opened = useContext(OpenPatientContext)
  const ofPatient = useListKartesQuery({ user_id: user_id ?? 0, q, page }, { skip: user_id === undefined })
  const ofAllPatients = useSearchKartesQuery({ q, page }, { skip: user_id !== undefined })
  const query: Query<FoundPage> = user_id === undefined ? ofAllPatients : ofPatient
  return (
    <QueryView
      query={query}
      error={t('search.error')}
      empty={t('search.none')}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={4} />
        </div>
      }
    >
      {({ items, next_page, total_count }) => (
        <>
          {page === 1 ? (
            <p className={classes.hint} role="status">
              {t('search.count', { count: total_count })}
            </p>
          ) : null}
          <ul className={classes.list}>
            {items.map((karte) => (
              <li key={karte.id}>
                <OpenPatientContext value={'patient' in karte ? karte.patient : opened}>
                  <KarteItem
                    karte={karte}
                    about={'patient' in karte ? <PatientLink karte={karte} onLeave={onLeave} /> : undefined}
                    show={(text) => <Highlight text={text} q={q} />}
                  />
                </OpenPatientContext>
              </li>
            ))}
          </ul>
          {next_page && isLast ? (
            <Button block onClick={onMore}>
              {t('search.more')}
            </Button>
          ) : null}
        </>
      )}
    </QueryView>
  )
}

function PatientLink({ karte: { patient }, onLeave }: { karte: FoundKarte; onLeave: () => void }) {
  const language = useLanguage()
  return (
    <Link to={`/${patient.id}/summary`} className={classes.whose} lang="ja" onClick={onLeave}>
      {fullName(patient, language)}
    </Link>
  )
}
