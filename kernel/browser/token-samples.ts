/** How a builder's own server proves the token of `bb('token')`, in one language. */
export interface TokenSample {
  language: 'JavaScript' | 'Python' | 'PHP'
  /** File that it would stand in. */
  file: string
  /** Brings the library. */
  install: string
  code: string
}

/**
 * Samples that run as they stand: a test runs them. Each gives the claims of a good token and throws for any other.
 * @param origin address of the service, without a slash at the end
 */
export function tokenSamples(origin: string, publicKey: string): TokenSample[] {
  const issuer = `${origin}/auth/v1`
  const keys = `${issuer}/.well-known/jwks.json`
  return [
    {
      language: 'JavaScript',
      file: 'who-asks.mjs',
      install: 'npm install jose',
      code: `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${keys}'))

// token: the part behind Bearer of the authorization header
export async function whoAsks(token) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256'],
    issuer: '${issuer}',
    audience: '${publicKey}',
  })
  // The token of a page, not one that an application got in a member's name.
  if (payload.client_id !== 'site') throw new Error('This token is not for us')
  return payload // sub is the id of the member; email and name stand beside it
}
`,
    },
    {
      language: 'Python',
      file: 'who_asks.py',
      install: 'pip install "pyjwt[crypto]"',
      code: `import jwt

keys = jwt.PyJWKClient("${keys}")


# token: the part behind Bearer of the authorization header
def who_asks(token):
    key = keys.get_signing_key_from_jwt(token).key
    claims = jwt.decode(
        token,
        key,
        algorithms=["ES256"],
        issuer="${issuer}",
        audience="${publicKey}",
        options={"require": ["exp", "iss", "aud", "sub"]},
    )
    # The token of a page, not one that an application got in a member's name.
    if claims.get("client_id") != "site":
        raise jwt.InvalidTokenError("This token is not for us")
    return claims  # sub is the id of the member; email and name stand beside it
`,
    },
    {
      language: 'PHP',
      file: 'who_asks.php',
      install: 'composer require firebase/php-jwt',
      code: `<?php
require_once __DIR__ . '/vendor/autoload.php';

use Firebase\\JWT\\JWK;
use Firebase\\JWT\\JWT;

// $token: the part behind Bearer of the authorization header
function who_asks(string $token): object
{
    // Keep the answer for ten minutes, where your framework has a cache.
    $keys = json_decode(file_get_contents('${keys}'), true);
    $claims = JWT::decode($token, JWK::parseKeySet($keys, 'ES256'));
    // The token of a page, not one that an application got in a member's name.
    $page = ($claims->client_id ?? '') === 'site';
    if ($claims->iss !== '${issuer}' || $claims->aud !== '${publicKey}' || !$page) {
        throw new UnexpectedValueException('This token is not for us');
    }
    return $claims; // sub is the id of the member; email and name stand beside it
}
`,
    },
  ]
}

/** What the page does: it asks for the token and sends it along. */
export const PAGE_SAMPLE = `const token = await bb('token') // null while nobody is signed in
if (token) await fetch('/api/orders', { headers: { authorization: \`Bearer \${token}\` } })
`
