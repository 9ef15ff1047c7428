import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Sparkline } from '../../../ui/chart/Sparkline.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { NewestValue as Value } from '../abnormal.ts'
import { NewestValue } from '../drawer/NewestValue.tsx'
import { useNewestValueTexts } from '../newest-value-texts.ts'
import classes from './Explanation.module.css'
import { Explanation } from './Explanation.tsx'

/** One result of the patient with its range, its trend and its explanation. */
export function ResultDialog({ newestValue, user_id, onClose }: { newestValue: Value; user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['explanation', 'results'])
  const language = useLanguage()
  const { points, range } = newestValue
  const texts = useNewestValueTexts(newestValue)
  return (
    <Dialog
      title={<span lang={texts.nameLang}>{texts.name}</span>}
      onClose={onClose}
      footer={() => (
        <ButtonLink kind="ghost" forward to={`/${user_id}/database`} state={{ category_id: newestValue.category.id }}>
          {t('explanation:chart')}
        </ButtonLink>
      )}
    >
      <NewestValue row={newestValue} audience="patient" />
      {points.length > 1 ? (
        <div className={classes.trend}>
          <Sparkline
            points={points.map((point) => ({ ...point, status: (point.status ?? undefined) as Value['status'] }))}
            band={range?.healthy ?? null}
            width={280}
            height={48}
            label={texts.trend}
          />
          <p aria-hidden="true">
            {t('explanation:mine.period', { count: points.length, from: formatDate(points[0]!.recorded_at, language, { yearMonth: true }) })}
          </p>
        </div>
      ) : null}
      <Explanation {...newestValue} previous={points.at(-2)} />
    </Dialog>
  )
}
