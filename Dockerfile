# graphdim alone, for files and standard input:
#     docker build --tag graphdim .
#     docker run --rm --volume "$PWD:/data" graphdim dimension edges.csv
FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && useradd --create-home graphdim
USER graphdim
WORKDIR /data
ENTRYPOINT ["graphdim"]
CMD ["--help"]
