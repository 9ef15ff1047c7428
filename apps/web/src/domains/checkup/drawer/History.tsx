import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatChange, formatValue } from '@sukoyaka/rules/value'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { IconPencil } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { type Grid, type Row, sideOf } from '../grid/model.ts'
import { type Audience, type ShownStatus, shownSide, shownStatus, useStatusWords } from '../spoken.ts'
import classes from './History.module.css'
import { momentOf } from './period.ts'

const EditDialog = lazyNamed(() => import('./EditDialog.tsx'), 'EditDialog')

const maxRows = 12

type Props = { row: Row; grid: Grid; audience: Audience; mayWrite: boolean }

/** Values of the item with their origin, newest first. */
export function History({ row, grid, audience, mayWrite }: Props) {
  const { t } = useTranslation(['results', 'common'])
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const [editing, setEditing] = useState<TestResult>()
  const { category, results } = row
  const packageOf = new Map(grid.columns.flatMap(({ test_package }) => (test_package ? [[test_package.id, test_package] as const] : [])))
  return (
    <>
      <h3>{t('results:drawer.values', { count: results.length })}</h3>
      <div className={classes.tableBox}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('results:drawer.day')}</th>
              <th scope="col" className={classes.right}>
                {t('results:drawer.value')}
              </th>
              <th scope="col" className={classes.right}>
                {t('results:grid.change')}
              </th>
              <th scope="col">{t('results:drawer.kind')}</th>
              <th scope="col">{t('results:drawer.place')}</th>
              {mayWrite ? (
                <th scope="col">
                  <span className="visually-hidden">{t('results:edit.title')}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {(all ? results : results.slice(0, maxRows)).map((result, at) => {
              const before = results[at + 1]
              const range = grid.rangeOf(result)
              const side = shownSide(audience, category, sideOf(result, range))
              const testPackage = result.test_package_id === null ? undefined : packageOf.get(result.test_package_id)
              const day = momentOf(result, language)
              return (
                <tr key={result.id}>
                  <td className={classes.nowrap}>{day}</td>
                  <td className={classes.right}>
                    <Measured result={result} category={category} side={side} shown={shownStatus(audience, result, range)} audience={audience} />
                  </td>
                  <td className={classes.right}>{before ? formatChange(before, result, category, language) : ''}</td>
                  <td className={classes.nowrap}>{testPackage ? t(`results:kind.${testPackage.kind}`) : t('results:kind.none')}</td>
                  <td className={classes.source}>
                    {testPackage?.location || result.origin}
                    <Origin result={result} />
                  </td>
                  {mayWrite ? (
                    <td className={classes.actions}>
                      {result.is_derived ? null : (
                        <IconButton size="small" label={t('results:edit.of', { day })} icon={<IconPencil aria-hidden />} onClick={() => setEditing(result)} />
                      )}
                    </td>
                  ) : null}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {results.length > maxRows ? (
        <div className={classes.more}>
          <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('results:drawer.fewer', { count: maxRows }) : t('results:drawer.all', { count: results.length })}
          </Button>
        </div>
      ) : null}
      {editing ? (
        <Suspense fallback={null}>
          <EditDialog result={results.find(({ id }) => id === editing.id) ?? editing} category={category} onClose={() => setEditing(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

type MeasuredProps = Pick<Props, 'audience'> & {
  result: TestResult
  category: Row['category']
  side: ReturnType<typeof shownSide>
  shown: ShownStatus | undefined
}

function Measured({ result, category, side, shown, audience }: MeasuredProps) {
  const words = useStatusWords(audience)
  return (
    <>
      <span className={clsx(classes.measured, shown && (shown.isSerious ? classes.serious : classes[`s${shown.status ?? 'x'}`]))}>
        {!shown || shown.tone === 'healthy' ? null : <MarkIcon tone={shown.tone} />}
        {formatValue(result, category)}
        <span className={classes.flag} aria-hidden="true">
          {side === 'high' ? 'H' : side === 'low' ? 'L' : ''}
        </span>
      </span>
      {shown ? <span className="visually-hidden">{words.of(shown, side)}</span> : null}
    </>
  )
}

/** How the value came about: calculated, entered in another unit, or rounded. */
function Origin({ result }: { result: TestResult }) {
  const { t } = useTranslation('results')
  const language = useLanguage()
  return (
    <>
      {result.is_derived ? <span className={classes.extra}>{t('drawer.derived')}</span> : null}
      {result.entered_unit === null || result.entered_value === null ? null : (
        <span className={classes.extra}>
          {t('drawer.entered', {
            value: `${result.comparator ?? ''}${result.entered_value}`,
            unit: formatUnit(result.entered_unit, language),
          })}
        </span>
      )}
    </>
  )
}
