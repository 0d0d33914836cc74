# The image carries Node itself, so the pinned Node packages and development tools stay out of it.
# Debian, not Alpine: the embedded Postgres is built against glibc.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node

# The web app is built here with all that takes; what is built goes into the image.
FROM node:26-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY sdk/package.json sdk/
COPY web/package.json web/
RUN npm ci --omit=dev --workspace=web --no-audit --no-fund
COPY sdk sdk
COPY web web
COPY server/src/surfaces/web server/src/surfaces/web
RUN node web/build.ts

# The bundles of decoders, which need the bundler and what they bundle. Without them, decoders start slower.
FROM dependencies AS decoders
RUN npm ci --no-audit --no-fund
COPY server server
RUN node server/build-children.ts && test -f server/dist/manifest.json

FROM node:26-bookworm-slim
# libnss-wrapper lets initdb run under any uid (`docker run --user 12345`), also one without a passwd entry. bubblewrap and
# perl make the sandbox in which uploaded files are opened; where namespaces are forbidden, perl alone does.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap ffmpeg libnss-wrapper perl-base tini \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chmod 1777 /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY server server
COPY --from=decoders /app/server/dist server/dist
# The command-line kit that the server shares with the CLI.
COPY cli/src/kit cli/src/kit
COPY --from=web /app/web/dist web/dist
# Served at /docs.
COPY docs/guides docs/guides
COPY LICENSE README.md ./
# The library links of the embedded Postgres are made here, while the files can still be written.
RUN node -e "import('./server/src/database/postgres-binaries.ts').then((m) => m.findPostgresBinaries(undefined, '/tmp/links'))"

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# tini reaps orphans and passes signals on, so that `docker stop` is a graceful shutdown.
ENTRYPOINT ["tini", "--", "node", "server/src/main.ts"]
CMD ["all"]
