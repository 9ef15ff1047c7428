import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/Card.tsx'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import classes from './AreaTable.module.css'
import { AnswerCells, type Moment, MomentHeads } from './ChangesTable.tsx'
import type { AnswerRow } from './rows.ts'

type Area = SymptomCategory['body_area']
type Props = { areas: ReadonlyMap<Area, readonly AnswerRow[]>; moments: readonly Moment[] }

/** Number of symptoms per body area and date. An area expands to the answers of its questions. */
export function AreaTable({ areas, moments }: Props) {
  const { t } = useTranslation('questionnaire')
  return (
    <Card title={t('staff.areas')} flush>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('staff.areasCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('staff.areaHead')}</th>
            <MomentHeads moments={moments} isShort />
          </tr>
        </thead>
        {[...areas].map(([area, rows]) => (
          <AreaRows key={area} area={area} rows={rows} />
        ))}
      </table>
    </Card>
  )
}

function AreaRows({ area, rows }: { area: Area; rows: readonly AnswerRow[] }) {
  const { t } = useTranslation(['questionnaire', 'symptom'])
  const [isOpen, setOpen] = useState(false)
  const width = rows[0]?.cells.length ?? 0
  return (
    <tbody>
      <tr className={classes.area}>
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconChevronDown aria-hidden />
            {t(`symptom:area.${area}`)} <span className={classes.count}>{rows.length}</span>
          </button>
        </th>
        {Array.from({ length: width }, (_, at) => {
          const cells = rows.flatMap((row) => row.cells[at] ?? [])
          return (
            <Sum
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
              key={at}
              yesCount={cells.filter(({ kind }) => kind === 'yes').length}
              unansweredCount={cells.filter(({ kind }) => kind === 'open').length}
              totalCount={cells.length}
              isNewest={at === 0}
            />
          )
        })}
      </tr>
      {isOpen
        ? rows.map((row) => (
            <tr key={row.path} className={classes.symptom}>
              <th scope="row">{row.name}</th>
              <AnswerCells cells={row.cells} />
            </tr>
          ))
        : null}
    </tbody>
  )
}

/** Number of symptoms answered with yes. A cell without any answer says so, instead of 0; unanswered questions of the newest date are marked. */
function Sum({ yesCount, unansweredCount, totalCount, isNewest }: { yesCount: number; unansweredCount: number; totalCount: number; isNewest: boolean }) {
  const { t } = useTranslation('questionnaire')
  return (
    <td className={isNewest ? classes.newest : undefined}>
      {unansweredCount === totalCount ? (
        <span className={isNewest ? classes.open : undefined}>{t('staff.open')}</span>
      ) : (
        <>
          {unansweredCount && isNewest ? (
            <span className={classes.some} title={t('reviewOpen', { count: unansweredCount })}>
              <MarkIcon tone="unknown" size={9} />
              <span className="visually-hidden">{t('reviewOpen', { count: unansweredCount })}</span>
            </span>
          ) : null}
          <span className={yesCount ? classes.yes : undefined}>{yesCount}</span>
        </>
      )}
    </td>
  )
}
