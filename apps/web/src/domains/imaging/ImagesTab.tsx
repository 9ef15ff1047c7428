import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { IconColumns2, IconPhoto, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { useListImageTestResultsQuery } from './api.ts'
import { Filters } from './Filters.tsx'
import { filtered, noFilter, togglePicked } from './filter.ts'
import { ImageCard } from './ImageCard.tsx'
import classes from './ImagesTab.module.css'
import type { Audience } from './image-texts.ts'

const Viewer = lazyNamed(() => import('./Viewer.tsx'), 'Viewer')
const UploadDialog = lazyNamed(() => import('./upload/UploadDialog.tsx'), 'UploadDialog')

/** Images and videos of examinations, newest first, with filters; comparison and the filter by finding are for staff only. */
export function ImagesTab({ user_id }: { user_id: number }) {
  const { t } = useTranslation('imaging')
  const me = useAppSelector(selectMe)
  const query = useListImageTestResultsQuery({ user_id, include: ['category'] })
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const audience: Audience = me?.role === 'patient' ? 'patient' : 'staff'
  const mayWrite = usePermission('test_results.write')
  const addButton = mayWrite ? (
    <Button ref={add} kind="primary" icon={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('tab.add')}
    </Button>
  ) : null
  return (
    <section className={classes.tab} aria-label={t('tab.order')}>
      <QueryView
        query={query}
        error={t(audience === 'patient' ? 'patient.error' : 'tab.error')}
        empty={
          <div className={classes.empty}>
            <Empty
              icon={<IconPhoto aria-hidden />}
              title={t(audience === 'patient' ? 'patient.empty' : 'tab.empty')}
              text={audience === 'patient' ? t('patient.emptyText') : mayWrite ? t('tab.emptyText') : undefined}
              action={addButton ?? undefined}
            />
          </div>
        }
        skeleton={<ImagesSkeleton />}
      >
        {({ items }) => (
          <Gallery
            results={items}
            audience={audience}
            mayWrite={mayWrite}
            addButton={addButton}
            onExpired={() => void query.refetch()}
            onRemoved={() => add.current?.focus()}
          />
        )}
      </QueryView>
      <Suspense>{isAdding ? <UploadDialog user_id={user_id} onClose={() => setAdding(false)} /> : null}</Suspense>
    </section>
  )
}

type GalleryProps = {
  results: ImageTestResult[]
  audience: Audience
  mayWrite: boolean
  addButton: React.ReactNode
  onExpired: () => void
  onRemoved: () => void
}

function Gallery({ results, audience, mayWrite, addButton, onExpired, onRemoved }: GalleryProps) {
  const { t } = useTranslation('imaging')
  const [filter, setFilter] = useState(noFilter)
  const [picked, setPicked] = useState<number[]>([])
  const [open, setOpen] = useState<number[]>([])
  const visibleResults = filtered(results, filter)
  const existingIds = picked.filter((id) => results.some((result) => result.id === id))
  // the older examination is on the left
  const compared = results
    .filter(({ id }) => existingIds.includes(id))
    .map(({ id }) => id)
    .reverse()
  const isStaff = audience === 'staff'
  return (
    <>
      <Filters
        results={results}
        audience={audience}
        value={filter}
        onChange={setFilter}
        right={
          isStaff ? (
            <>
              <CompareTools count={existingIds.length} onClear={() => setPicked([])} onCompare={() => setOpen(compared)} />
              {addButton}
            </>
          ) : undefined
        }
      />
      <p className={classes.order}>
        <b>{t('tab.order')}</b>
        <span>{t('tab.count', { count: visibleResults.length })}</span>
      </p>
      {visibleResults.length === 0 ? (
        <Empty
          title={t('tab.none')}
          action={
            <Button size="small" onClick={() => setFilter(noFilter)}>
              {t('tab.reset')}
            </Button>
          }
        />
      ) : (
        <ul className={classes.grid}>
          {visibleResults.map((result) => (
            <ImageCard
              key={result.id}
              result={result}
              audience={audience}
              onOpen={() => setOpen([result.id])}
              picked={existingIds.includes(result.id)}
              onPick={isStaff ? () => setPicked(togglePicked(existingIds, result.id)) : undefined}
              onExpired={onExpired}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {open.length ? (
          <Viewer
            ids={open}
            results={results}
            order={visibleResults}
            audience={audience}
            mayWrite={mayWrite}
            onOpen={setOpen}
            onClose={() => setOpen([])}
            onExpired={onExpired}
            onRemoved={onRemoved}
          />
        ) : null}
      </Suspense>
    </>
  )
}

/** `count`: chosen examinations; two can be compared. */
function CompareTools({ count, onClear, onCompare }: { count: number; onClear: () => void; onCompare: () => void }) {
  const { t } = useTranslation('imaging')
  if (count !== 2)
    return (
      <p className={classes.hint} role="status">
        <IconColumns2 aria-hidden />
        {t(count === 1 ? 'tab.hintOne' : 'tab.hint')}
      </p>
    )
  return (
    <>
      <Button kind="ghost" onClick={onClear}>
        {t('tab.clear')}
      </Button>
      <Button icon={<IconColumns2 aria-hidden />} onClick={onCompare}>
        {t('tab.compare')}
      </Button>
    </>
  )
}

function ImagesSkeleton() {
  return (
    <div className={clsx(classes.grid, classes.waiting)}>
      {Array.from({ length: 8 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no other identity and never move
        <div key={at} className={classes.place}>
          <Skeleton height={250} radius={10} />
        </div>
      ))}
    </div>
  )
}
