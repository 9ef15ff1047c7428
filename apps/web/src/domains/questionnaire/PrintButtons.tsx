import { getQuestionnaireDocument } from '@sukoyaka/wire/record/questionnaire'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { saveFile } from '../../ui/page/download.ts'
import { fetchFile } from '../payment/fetch-file.ts'

const printKinds = ['filled', 'blank'] as const
type PrintKind = (typeof printKinds)[number]

/** Saves a questionnaire as PDF: with its answers, or empty to fill in by hand. */
export function PrintButtons({ id, only }: { id: number; only?: PrintKind }) {
  const { t } = useTranslation('questionnaire')
  const dispatch = useAppDispatch()
  const [loading, setLoading] = useState<PrintKind>()
  const save = async (kind: PrintKind) => {
    setLoading(kind)
    const { data, error } = await dispatch(fetchFile(getQuestionnaireDocument, { id, ...(kind === 'blank' && { blank: true }) }))
    setLoading(undefined)
    if (error) toast.error(t('print.failed'), { text: error.error })
    else saveFile(t(`print.file.${kind}`), data, 'application/pdf')
  }
  return printKinds
    .filter((kind) => only === undefined || kind === only)
    .map((kind) => (
      <Button key={kind} kind="ghost" size="small" icon={<IconPrinter aria-hidden />} loading={loading === kind} onClick={() => void save(kind)}>
        {t(`print.${kind}`)}
      </Button>
    ))
}
