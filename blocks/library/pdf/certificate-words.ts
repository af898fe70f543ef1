import type { Language } from '#kernel/browser/languages.ts'

/** Copy of the file. The name is above `finished`, and the course below. */
export const certificateWords: Record<Language, { title: string; finished: string; check: string }> = {
  en: { title: 'Certificate', finished: 'has finished the course', check: 'Check it at' },
  de: { title: 'Zertifikat', finished: 'hat den Kurs abgeschlossen', check: 'Prüfen unter' },
  fr: { title: 'Certificat', finished: 'a terminé le cours', check: 'Vérifier sur' },
  es: { title: 'Certificado', finished: 'ha terminado el curso', check: 'Verifíquelo en' },
  it: { title: 'Certificato', finished: 'ha completato il corso', check: 'Verifica su' },
  pt: { title: 'Certificado', finished: 'concluiu o curso', check: 'Verifique em' },
  nl: { title: 'Certificaat', finished: 'heeft de cursus afgerond', check: 'Controleer op' },
  pl: { title: 'Certyfikat', finished: 'ukończył(a) kurs', check: 'Sprawdź na stronie' },
  ja: { title: '修了証', finished: 'は次のコースを修了しました', check: '確認先' },
  ar: { title: 'شهادة', finished: 'أنهى الدورة', check: 'تحقق منها على' },
}
