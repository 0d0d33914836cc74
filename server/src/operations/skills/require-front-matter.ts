import { ApiError } from '../../core/errors.ts'
import { readSkillFrontMatter, SkillFrontMatterError } from '../../media/checks/skill-front-matter.ts'

/** Throws 400 for a text whose front matter names checks or frames that cannot be read. */
export function requireFrontMatter(content: string): void {
  try {
    readSkillFrontMatter(content)
  } catch (error) {
    if (!(error instanceof SkillFrontMatterError)) throw error
    throw new ApiError('invalid_request', {
      errors: [{ path: '/content', code: 'invalid_front_matter', message: error.message }],
    })
  }
}
