import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useFormDraft } from '../../../ui/form/use-form-draft.ts'

const maxCodeLength = 50

/** The coupon code in use, kept in memory. The checkout is a full page load and receives it in its URL. */
export const useCoupon = () => {
  const [params] = useSearchParams()
  const inAddress = params.get('coupon')?.slice(0, maxCodeLength) ?? ''
  const { value, set, forget } = useFormDraft('shop/coupon', inAddress)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address that the page was opened with
  useEffect(() => {
    if (inAddress) set(inAddress)
  }, [])
  const remove = () => {
    set('')
    forget()
  }
  return { code: value, use: set, remove, checkout: `/shop/checkout${value ? `?${new URLSearchParams({ coupon: value }).toString()}` : ''}` }
}

export type CouponInUse = ReturnType<typeof useCoupon>
