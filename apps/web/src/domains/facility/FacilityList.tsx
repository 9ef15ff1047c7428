import type { Facility } from '@sukoyaka/wire/people/facility'
import { testPackageKinds } from '@sukoyaka/wire/record/checkup'
import { IconChevronRight } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useListFacilitiesQuery } from './api.ts'
import classes from './Facility.module.css'
import { FacilityFacts } from './FacilityFacts.tsx'
import { matchesFacility } from './find.ts'

/** All facilities with search. */
export function FacilityList() {
  const { t } = useTranslation('facility')
  return (
    <QueryView
      query={useListFacilitiesQuery({ include: ['courses', 'hours'] })}
      error={t('list.error')}
      empty={t('list.empty')}
      skeleton={
        <div className={classes.list}>
          {[0, 1, 2].map((at) => (
            <div key={at} className={classes.item} style={{ minHeight: 208 }}>
              <Skeleton width={at % 2 ? '40%' : '52%'} height={20} />
            </div>
          ))}
        </div>
      }
    >
      {({ items }) => <SearchedList facilities={items} />}
    </QueryView>
  )
}

function SearchedList({ facilities }: { facilities: Facility[] }) {
  const { t } = useTranslation('facility')
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query.trim())
  const matches = facilities.filter((facility) => matchesFacility(facility, deferredQuery))
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchInput label={t('list.search')} value={query} onChange={setQuery} />
        </div>
        <span className={classes.count} role="status">
          {t('list.count', { count: matches.length })}
        </span>
      </div>
      {matches.length ? (
        <ul className={classes.list}>
          {matches.map((facility) => (
            <Item key={facility.id} facility={facility} />
          ))}
        </ul>
      ) : (
        <Empty title={t('list.none')} text={t('list.noneHint')} />
      )}
    </>
  )
}

function Item({ facility }: { facility: Facility }) {
  const { t } = useTranslation('facility')
  const kinds = testPackageKinds.filter((kind) => facility.courses?.some((course) => course.kind === kind))
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <h2>
          <Link className={classes.name} to={`/facilities/${facility.id}`}>
            {facility.display_name}
            <IconChevronRight aria-hidden />
          </Link>
        </h2>
        {kinds.length ? (
          <ul className={classes.kinds} aria-label={t('item.kinds')}>
            {kinds.map((kind) => (
              <li key={kind}>
                <Badge>{t(`kind.${kind}`)}</Badge>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <FacilityFacts facility={facility} />
    </li>
  )
}
