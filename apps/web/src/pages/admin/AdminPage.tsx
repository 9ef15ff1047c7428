import { type Role, roles } from '@sukoyaka/wire/access'
import { IconChevronLeft, IconChevronRight, IconMailPlus } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListUsersQuery } from '../../domains/account/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { FilterSelect } from '../../ui/layout/FilterBar.tsx'
import { QueryContent, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import classes from './AdminPage.module.css'
import { AdminTabs } from './AdminTabs.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { InviteRequests } from './InviteRequests.tsx'
import { UserTable } from './UserTable.tsx'

const pageSize = 25
const staffRoles = roles.filter((role) => role !== 'patient')
type Filter = Role | 'all' | 'staff'
const rolesOf = (filter: Filter): Role[] | undefined => (filter === 'all' ? undefined : filter === 'staff' ? staffRoles : [filter])

/** Directory of all users; 404 for roles other than admin. */
export function AdminPage() {
  const me = useAppSelector(selectMe)
  if (me?.role !== 'admin') throw new PageError(404)
  return <UserDirectory />
}

function UserDirectory() {
  const { t, i18n } = useTranslation(['admin', 'shell'])
  usePageTitle(t('users.title'))
  const [name, setName] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [isInviting, setInviting] = useState(false)
  const searchText = useDebounced(useDeferredValue(name.trim()))
  const users = useListUsersQuery({
    page,
    role: rolesOf(filter),
    q: searchText ? { full_name_cont: searchText } : undefined,
  })
  const { data, isFetching } = users
  // the previous page stays, dimmed, until the next has loaded or failed
  const query = { ...users, currentData: users.isError ? users.currentData : data }
  const state = useQueryState(query)
  const isStale = useQueryState(users).isSkeletonShown
  const isCentered = state.isFailed || state.data?.items.length === 0
  const count = data?.total_count ?? 0
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const formatCount = (value: number) => value.toLocaleString(i18n.language === 'en' ? 'en' : 'ja')
  return (
    <div className={classes.page}>
      <AdminTabs />
      <header className={classes.head}>
        <h1>{t('users.title')}</h1>
        <span className={classes.count} role="status">
          {data ? t('users.count', { count, shown: formatCount(count) }) : ''}
        </span>
        <Button kind="pri" icon={<IconMailPlus aria-hidden />} className={classes.invite} onClick={() => setInviting(true)}>
          {t('users.invite')}
        </Button>
      </header>
      <InviteRequests />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      <section className={classes.sheet} aria-busy={isFetching || undefined} aria-label={t('users.title')}>
        <div className={classes.bar}>
          <div className={classes.search}>
            <SearchInput
              label={t('users.search')}
              value={name}
              onChange={(next) => {
                setName(next)
                setPage(1)
              }}
            />
          </div>
          <FilterSelect
            label={t('users.role')}
            value={filter}
            onChange={(next) => {
              setFilter(next as Filter)
              setPage(1)
            }}
          >
            <option value="all">{t('users.all')}</option>
            <option value="staff">{t('users.staff')}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(`shell:role.${role}`)}
              </option>
            ))}
          </FilterSelect>
        </div>
        <div className={isCentered ? classes.state : classes.rows}>
          <QueryContent
            state={state}
            query={query}
            error={t('users.failed')}
            empty={<Empty title={t('users.none')} text={t('users.noneHint')} />}
            skeleton={<SkeletonRows count={8} height={48} />}
          >
            {(shown) => (
              <>
                <div className={isStale ? classes.stale : undefined}>
                  <UserTable users={shown.items} />
                </div>
                <footer className={classes.foot}>
                  <span>
                    {t('users.range', {
                      from: (shown.page - 1) * pageSize + 1,
                      to: (shown.page - 1) * pageSize + shown.items.length,
                      shown: formatCount(count),
                    })}
                  </span>
                  <nav aria-label={t('users.pages')}>
                    <IconButton
                      size="small"
                      label={t('users.previous')}
                      icon={<IconChevronLeft aria-hidden />}
                      disabled={page <= 1}
                      onClick={() => setPage(page - 1)}
                    />
                    <span>
                      <b>{page}</b> / {pages}
                    </span>
                    <IconButton
                      size="small"
                      label={t('users.next')}
                      icon={<IconChevronRight aria-hidden />}
                      disabled={page >= pages}
                      onClick={() => setPage(page + 1)}
                    />
                  </nav>
                </footer>
              </>
            )}
          </QueryContent>
        </div>
      </section>
    </div>
  )
}
