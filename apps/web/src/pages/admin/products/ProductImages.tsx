import { addProductImage, maxProductImages, orderProductImages, removeProductImage } from '@sukoyaka/wire/boards/admin/product'
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { api, mutationEndpoint } from '../../../api/api.ts'
import type { CallError } from '../../../api/call-error.ts'
import { useUpload } from '../../../api/upload.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { save } from '../../../ui/form/save.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useLabels } from '../records/labels.ts'
import type { Row } from '../records/table.ts'
import classes from './ProductImages.module.css'

const { useRemoveProductImageMutation, useOrderProductImagesMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    removeProductImage: mutationEndpoint(build, removeProductImage),
    orderProductImages: mutationEndpoint(build, orderProductImages),
  }),
})

type ListProps = { id: number; urls: readonly string[] }

/** The images in their order, each with buttons that move and remove it. A move announces the new place of the image and keeps the focus on its buttons. */
function ImageList({ id, urls: loaded }: ListProps) {
  const { t } = useLabels()
  const list = useRef<HTMLUListElement>(null)
  const [remove] = useRemoveProductImageMutation()
  const [order, { isLoading }] = useOrderProductImagesMutation()
  const [moved, setMoved] = useState<{ url: string; step: number }>()
  const [saved, setSaved] = useState<{ loaded: readonly string[]; urls: readonly string[] }>()
  // until the list is loaded again, a second move starts from the saved order; a list that loads while a move is being sent may not contain this move
  const latest = useRef(loaded)
  latest.current = loaded
  const urls = saved?.loaded === loaded ? saved.urls : loaded
  const at = moved && urls.indexOf(moved.url)
  useEffect(() => {
    if (at === undefined || at < 0 || !moved) return
    const buttons = [...(list.current?.children[at]?.querySelectorAll<HTMLButtonElement>('[data-step]') ?? [])]
    const same = buttons.find((button) => button.dataset.step === String(moved.step))
    ;(same?.disabled ? buttons.find(({ disabled }) => !disabled) : same)?.focus()
  }, [at, moved])
  const move = async (from: number, step: -1 | 1) => {
    if (isLoading) return
    const images = urls.with(from, urls[from + step]!).with(from + step, urls[from]!)
    const { error } = await order({ id, images })
    if (error) return toast.error(t('images.orderFailed'), { text: (error as CallError).error })
    setSaved({ loaded: latest.current, urls: images })
    setMoved({ url: urls[from]!, step })
  }
  const removeImage = (image: string) => {
    setMoved(undefined)
    return save(() => remove({ id, image }), { done: t('images.removed'), failed: t('images.failed') })
  }
  return (
    <>
      <ul ref={list}>
        {urls.map((url, index) => (
          <li key={url}>
            <img src={url} alt={t('images.one', { at: index + 1 })} />
            <span className={classes.tools}>
              <IconButton
                size="small"
                data-step="-1"
                label={t('images.earlier', { at: index + 1 })}
                icon={<IconChevronLeft aria-hidden />}
                disabled={index === 0}
                onClick={() => void move(index, -1)}
              />
              <IconButton
                size="small"
                data-step="1"
                label={t('images.later', { at: index + 1 })}
                icon={<IconChevronRight aria-hidden />}
                disabled={index === urls.length - 1}
                onClick={() => void move(index, 1)}
              />
              <IconButton size="small" label={t('images.remove', { at: index + 1 })} icon={<IconTrash aria-hidden />} onClick={() => void removeImage(url)} />
            </span>
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {at === undefined || at < 0 ? '' : t('images.place', { at: at + 1, of: urls.length })}
      </span>
    </>
  )
}

/** The images of a product in their order. Each addition, move and removal is saved at once. */
export function ProductImages({ record: { id, images } }: { record: Row }) {
  const { t } = useLabels()
  const input = useRef<HTMLInputElement>(null)
  const { send, progress } = useUpload(addProductImage)
  const [failures, setFailures] = useState<string[]>([])
  const urls = images as string[]
  const isBusy = progress !== undefined
  const add = async (files: File[]) => {
    setFailures([])
    const failed: string[] = []
    for (const file of files) {
      const { error } = await send({ id }, { image: [file] })
      if (error) failed.push(`${file.name}: ${error.fields ? Object.values(error.fields).flat().join(' ') : error.error}`)
    }
    setFailures(failed)
  }
  return (
    <section className={classes.images} aria-label={t('images.title')}>
      <h3>{t('images.title')}</h3>
      <ImageList id={id} urls={urls} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('images.add')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void add(files)
        }}
      />
      {urls.length < maxProductImages ? (
        <Button loading={isBusy} onClick={() => input.current?.click()}>
          {t('images.add')}
        </Button>
      ) : null}
      <small>{t('images.hint')}</small>
      {failures.length ? (
        <div role="alert">
          {failures.map((failure, at) => (
            <FieldMessage key={failure} id={`product-images-${at}`}>
              {failure}
            </FieldMessage>
          ))}
        </div>
      ) : null}
    </section>
  )
}
