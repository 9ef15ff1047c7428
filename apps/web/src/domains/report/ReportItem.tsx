import type { CheckupReport, ReportKind } from '@sukoyaka/wire/care/report'
import { IconAlertTriangle, IconDownload, IconFileText } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, type Language, useLanguage } from '../../ui/date/tokyo.ts'
import { Spinner } from '../../ui/loading/Spinner.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useMakeCheckupReportMutation } from './api.ts'
import classes from './Reports.module.css'

type Props = {
  test_package_id: number
  day: string
  kind: ReportKind
  /** Newest first. */
  editions: CheckupReport[]
  /** Language of the next edition; undefined without permission to make one. */
  language: Language | undefined
  newUrlOf: (id: number) => Promise<string | undefined>
}

/** One kind of report of a checkup: its newest edition, the earlier ones, and the button that issues the next. */
export function ReportItem({ test_package_id, day, kind, editions, language, newUrlOf }: Props) {
  const { t } = useTranslation('report')
  const [make, { isLoading }] = useMakeCheckupReportMutation()
  const requestedId = useRef<number>(undefined)
  const newest = editions[0]
  const kindName = t(`kind.${kind}`)
  const ready = editions.filter(({ state }) => state === 'ready')
  const [last, ...older] = ready
  useEffect(() => {
    if (newest?.id !== requestedId.current || !newest || newest.state === 'making') return
    requestedId.current = undefined
    if (newest.state === 'ready') toast.success(t('toast.ready'))
    else toast.error(t('toast.failed'))
  }, [newest, t])

  const start = async () => {
    const { data, error } = await make({ test_package_id, kind, ...(language && { language }) })
    if (error) toast.error(t('toast.failed'), { onRetry: () => void start() })
    else if (data.state === 'ready') toast.info(t('toast.same', { edition: data.edition }))
    else requestedId.current = data.id
  }
  const isMaking = newest?.state === 'making'
  return (
    <li className={classes.kind}>
      <div className={classes.about}>
        <h3 className={classes.name}>{kindName}</h3>
        <p className={classes.text}>{t(`kind.${kind}Text`)}</p>
        {newest?.state === 'failed' ? (
          <p className={classes.failed}>
            <IconAlertTriangle aria-hidden /> {t('failed')}
          </p>
        ) : null}
        <p role="status" className={classes.making}>
          {isMaking ? (
            <>
              <Spinner /> {t('making')}
            </>
          ) : null}
        </p>
        {last ? <Edition report={last} day={day} kindName={kindName} newUrlOf={newUrlOf} isNewest /> : null}
        {older.length ? (
          <details className={classes.older}>
            <summary>{t('older', { count: older.length })}</summary>
            {older.map((report) => (
              <Edition key={report.id} report={report} day={day} kindName={kindName} newUrlOf={newUrlOf} />
            ))}
          </details>
        ) : null}
      </div>
      {language ? (
        <Button
          kind={last ? 'ghost' : 'soft'}
          icon={<IconFileText aria-hidden />}
          loading={isLoading || isMaking}
          aria-label={t(last ? 'renewNamed' : 'makeNamed', { kind: kindName, day })}
          onClick={() => void start()}
        >
          {t(last ? 'renew' : 'make')}
        </Button>
      ) : null}
    </li>
  )
}

type EditionProps = { report: CheckupReport; day: string; kindName: string; newUrlOf: Props['newUrlOf']; isNewest?: boolean }

function Edition({ report: { id, edition, language, created_at, size }, day, kindName, newUrlOf, isNewest = false }: EditionProps) {
  const { t } = useTranslation('report')
  const shown = useLanguage()
  // the URL of the list may have expired while the page was open
  const save = async () => {
    const url = await newUrlOf(id)
    if (!url) return void toast.error(t('toast.downloadFailed'), { onRetry: () => void save() })
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  }
  return (
    <div className={classes.edition}>
      <span>
        {t('edition', { edition })} <span lang={language === 'kr' ? 'ko' : language}>{t(`language.${language}`)}</span>
      </span>
      <span className={classes.issued}>{t('issued', { day: formatDate(created_at, shown) })}</span>
      {size === null ? null : <span className={classes.issued}>{Math.ceil(size / 1000)} kB</span>}
      <Button
        size="small"
        kind={isNewest ? 'secondary' : 'neutral'}
        icon={<IconDownload aria-hidden />}
        aria-label={t('downloadNamed', { kind: kindName, edition, day })}
        onClick={() => void save()}
      >
        {t('download')}
      </Button>
    </div>
  )
}
